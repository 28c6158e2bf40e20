package io.flexhb.standalone.it.cluster;

import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.standalone.registry.RegistryProcess;
import io.flexhb.standalone.registry.RegistryProcessConfig;
import io.flexhb.standalone.system.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A Python that has the packages of {@code trial-emitter/python}, and the registry that it needs.
 * On a machine without them the test is left out, with the reason printed.
 */
final class PythonForTests {

  /** Names a Python that has the packages, when {@code python3} has not. */
  private static final String PYTHON_VARIABLE = "FLEXHB_PYTHON";

  private final String program;

  private PythonForTests(String program) {
    this.program = program;
  }

  /**
   * The first that can import all of these modules.
   *
   * @param test named when it is left out
   */
  static PythonForTests with(Class<?> test, String... modules) throws InterruptedException {
    List<String> imports = new ArrayList<>(List.of("confluent_kafka.schema_registry", "fastavro"));
    imports.addAll(List.of(modules));
    List<String> candidates =
        Stream.of(
                System.getenv(PYTHON_VARIABLE),
                repository().resolve("target/python/bin/python3").toString(),
                "python3")
            .filter(candidate -> candidate != null)
            .toList();
    for (String candidate : candidates) {
      if (canImport(candidate, imports)) {
        return new PythonForTests(candidate);
      }
    }
    throw leaveOut(test, "no python3 with " + String.join(", ", imports));
  }

  /** What starts it. */
  String program() {
    return program;
  }

  /** A registry as the clients in Python want it. */
  static RegistryProcess registry(Class<?> test) {
    try {
      return RegistryProcess.start(RegistryProcessConfig.of(System.getenv()));
    } catch (StartupException notFetched) {
      throw leaveOut(test, notFetched.getMessage());
    }
  }

  /** An installation whose parts all use that registry. */
  static Map<String, String> settings(RegistryProcess registry) {
    return Map.of("schema.registry.url", registry.url().toString());
  }

  /** Starts it on the installation; what it prints appears in the log of the test. */
  Process start(TunerHarness harness, List<?> arguments) throws IOException {
    Map<String, String> settings = harness.settings("a");
    return prepared(
            Map.of(
                "FLEXHB_BOOTSTRAP_SERVERS",
                settings.get("bootstrap.servers"),
                "FLEXHB_SCHEMA_REGISTRY_URL",
                settings.get("schema.registry.url"),
                "FLEXHB_TOPIC_PREFIX",
                settings.get("topic.prefix")),
            arguments)
        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** A command with these variables that knows the package; both its streams are one. */
  ProcessBuilder prepared(Map<String, String> variables, List<?> arguments) {
    List<String> command = new ArrayList<>(List.of(program));
    arguments.forEach(argument -> command.add(argument.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.putAll(variables);
    environment.put("PYTHONPATH", packageFolder().resolve("src").toString());
    environment.put("PYTHONDONTWRITEBYTECODE", "1");
    return builder;
  }

  /** Where the package is. */
  static Path packageFolder() {
    return repository().resolve("trial-emitter/python");
  }

  /** The tests run in their module's folder, or above it. */
  static Path repository() {
    Path here = Path.of("").toAbsolutePath();
    return Files.isDirectory(here.resolve("examples")) ? here : here.getParent();
  }

  private static boolean canImport(String python, List<String> modules)
      throws InterruptedException {
    try {
      return new ProcessBuilder(python, "-c", "import " + String.join(", ", modules))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  private static RuntimeException leaveOut(Class<?> test, String reason) {
    System.err.println("Skipped " + test.getSimpleName() + ": " + reason);
    return Assumptions.abort(reason);
  }
}
