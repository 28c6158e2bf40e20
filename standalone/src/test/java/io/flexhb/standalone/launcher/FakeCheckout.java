package io.flexhb.standalone.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder that looks like a checkout to the launcher: the real script, sources without content, an
 * {@code mvnw} that leaves a mark and makes jars, and a {@code java} that prints its arguments.
 */
final class FakeCheckout {

  private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");

  private static final String JAVA =
      """
      #!/bin/sh
      for argument in "$@"; do
        case $argument in -XX:ArchiveClassesAtExit=*) echo classes >"${argument#*=}" ;; esac
      done
      printf '%s\\n' "$@"
      cat
      exit "${FAKE_STATUS:-0}"
      """;

  private static final String MVNW =
      """
      #!/bin/sh
      cd "$(dirname "$0")" || exit
      echo "building" >>builds
      echo "chatter of the build"
      if [ -e broken ]; then echo "the reason why"; exit 1; fi
      for module in *; do
        [ -d "$module/src" ] && mkdir -p "$module/target" && touch "$module/target/flexhb-$module-1.jar"
      done
      touch dependency.jar
      printf %s "$PWD/dependency.jar" >standalone/target/flexhb.classpath
      """;

  private final Path root;
  private final Path jdk;

  FakeCheckout(Path folder) throws IOException {
    root = Files.createDirectories(folder.resolve("a checkout"));
    jdk = folder.resolve("jdk");
    script(root.resolve("flexhb"), Files.readString(launcher()));
    script(root.resolve("mvnw"), MVNW);
    Files.createFile(root.resolve("pom.xml"));
    for (String module : modules()) {
      Files.createDirectories(root.resolve(module).resolve("src/main"));
      Files.createFile(root.resolve(module).resolve("pom.xml"));
    }
    script(jdk.resolve("bin/java"), JAVA);
    script(jdk.resolve("bin/javac"), "");
    useJava("17.0.9");
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
      }
    }
  }

  Path root() {
    return root;
  }

  void useJava(String version) throws IOException {
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
  }

  /** A folder for the PATH with these tools and no java. */
  Path toolsWithoutJava(String... tools) throws IOException {
    Path folder = root.resolveSibling("tools");
    for (String tool : tools) {
      Path real = Path.of("/bin", tool);
      script(
          folder.resolve(tool),
          "#!/bin/sh\nexec "
              + (Files.exists(real) ? real : Path.of("/usr/bin", tool))
              + " \"$@\"\n");
    }
    return folder;
  }

  void removeCompiler() throws IOException {
    Files.delete(jdk.resolve("bin/javac"));
  }

  void breakBuild() throws IOException {
    Files.createFile(root.resolve("broken"));
  }

  /** A change of that file or folder from now. */
  void touch(String path) throws IOException {
    Files.setLastModifiedTime(
        root.resolve(path), FileTime.from(Instant.now().plus(Duration.ofSeconds(2))));
  }

  int builds() throws IOException {
    Path builds = root.resolve("builds");
    return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
  }

  Outcome run(String... arguments) throws IOException, InterruptedException {
    return run(root.resolve("flexhb"), Map.of(), arguments);
  }

  Outcome run(Path command, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(root.getParent(), "out", "");
    Path err = Files.createTempFile(root.getParent(), "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(
            Stream.concat(Stream.of(command.toString()), Stream.of(arguments)).toList());
    builder.directory(root.getParent().toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().remove("FLEXHB_JAVA_OPTS");
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("The launcher did not end within 30 s");
    }
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** Those of the build: a module that the launcher does not know would be missed here. */
  private static List<String> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(launcher().resolveSibling("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static Path launcher() {
    Path module = Path.of("").toAbsolutePath();
    return module.resolveSibling("flexhb");
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("Cannot make " + file + " executable");
    }
  }

  /** What a run of the launcher left. */
  record Outcome(int status, String out, String err) {}
}
