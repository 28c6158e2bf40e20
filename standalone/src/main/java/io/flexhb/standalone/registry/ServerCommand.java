package io.flexhb.standalone.registry;

import io.flexhb.standalone.system.StartupException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The command line of the registry's process. */
final class ServerCommand {

  private static final String RUNNER_SUFFIX = "-runner.jar";

  private ServerCommand() {}

  /**
   * @param server the folder the server is unpacked in
   * @param watch the folder that holds {@link ParentWatch}
   * @throws IOException when the server's jar cannot be read
   */
  static List<String> of(RegistryProcessConfig config, Path server, Path watch) throws IOException {
    Path runner = runnerIn(server);
    List<String> command = new ArrayList<>();
    command.add(java(config).toString());
    // It serves a handful of schemas: a small heap and a quick start matter more than throughput.
    command.addAll(List.of("-Xmx192m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-Dquarkus.http.host=127.0.0.1");
    command.add("-Dquarkus.http.port=" + config.port());
    config.dataFolder().ifPresent(folder -> command.add(databaseIn(folder)));
    command.add("-cp");
    command.add(runner + File.pathSeparator + watch);
    command.add(ParentWatch.class.getName());
    command.add(mainClassOf(runner));
    return command;
  }

  static Path java(RegistryProcessConfig config) {
    boolean windows = File.separatorChar == '\\';
    return config.javaHome().resolve("bin").resolve(windows ? "java.exe" : "java");
  }

  /** Writes through at once: a kill must not lose a schema whose id is in records. */
  private static String databaseIn(Path folder) {
    Path database = folder.toAbsolutePath().normalize().resolve("registry");
    return "-Dquarkus.datasource.jdbc.url=jdbc:h2:file:" + database + ";WRITE_DELAY=0";
  }

  private static Path runnerIn(Path server) throws IOException {
    try (Stream<Path> content = Files.list(server)) {
      return content
          .filter(file -> file.getFileName().toString().endsWith(RUNNER_SUFFIX))
          .findFirst()
          .orElseThrow(
              () ->
                  new StartupException(
                      "There is no server in " + server,
                      "Delete that folder; it is downloaded again"));
    }
  }

  private static String mainClassOf(Path runner) throws IOException {
    try (JarFile jar = new JarFile(runner.toFile())) {
      return jar.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
    }
  }
}
