package io.flexhb.standalone.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Files of this checkout, and programs run in it. */
public final class Checkout {

  /** The folder of the parent project. */
  public static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private Checkout() {}

  static String text(String file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All documents of a YAML text, merge keys resolved. */
  static List<Map<String, Object>> yaml(String text) {
    List<Map<String, Object>> documents = new ArrayList<>();
    for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
      if (document != null) {
        documents.add(map(merged(document)));
      }
    }
    return documents;
  }

  /** YAML 1.2 has no merge keys; who reads compose files knows them all the same. */
  private static Object merged(Object node) {
    if (node instanceof List<?> list) {
      return list.stream().map(Checkout::merged).toList();
    }
    if (!(node instanceof Map<?, ?> map)) {
      return node;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    if (map.get("<<") instanceof Map<?, ?> base) {
      all.putAll(map(merged(base)));
    }
    map.forEach(
        (key, value) -> {
          if (!key.equals("<<")) {
            all.put(key.toString(), merged(value));
          }
        });
    return all;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object node) {
    return node == null ? Map.of() : (Map<String, Object>) node;
  }

  static List<String> strings(Object node) {
    return node == null ? List.of() : ((List<?>) node).stream().map(Object::toString).toList();
  }

  /** What a program said and how it ended. */
  public record Run(int status, String output) {}

  /** Runs a program in the checkout; standard error and output are one. */
  public static Run run(Map<String, String> environment, int limitSeconds, String... command) {
    try {
      Path output = Files.createTempFile("flexhb-run", ".txt");
      try {
        ProcessBuilder builder =
            new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
          process.destroyForcibly().onExit().join();
          throw new AssertionError(
              String.join(" ", command)
                  + " did not end within "
                  + limitSeconds
                  + " s:\n"
                  + Files.readString(output));
        }
        return new Run(process.exitValue(), Files.readString(output));
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Whether a program is there and ends well. */
  static boolean works(String... command) {
    try {
      return run(Map.of(), 60, command).status() == 0;
    } catch (UncheckedIOException notThere) {
      return false;
    }
  }
}
