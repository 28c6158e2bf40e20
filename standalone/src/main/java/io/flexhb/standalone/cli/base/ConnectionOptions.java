package io.flexhb.standalone.cli.base;

import io.flexhb.service.config.InvalidConfigException;
import io.flexhb.service.config.RawSettings;
import io.flexhb.service.config.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The addresses of Kafka and the schema registry. An option overrides an environment variable,
 * which overrides a file, which overrides the defaults.
 */
public final class ConnectionOptions {

  /** Written by {@code flexhb dev} while it runs. */
  public static final Path DEV_FILE = Path.of(".flexhb", "client.properties");

  private final Map<String, String> environment;
  private final Path folder;

  @Option(
      names = {"-b", "--bootstrap-server"},
      paramLabel = "HOST:PORT",
      description = "Kafka broker (FLEXHB_BOOTSTRAP_SERVERS; default localhost:9092).")
  private String broker;

  @Option(
      names = "--registry",
      paramLabel = "URL",
      description = "Schema registry (FLEXHB_SCHEMA_REGISTRY_URL; default http://localhost:8081).")
  private String registry;

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      description = "Prefix of the topics' names (FLEXHB_TOPIC_PREFIX; default flexhb.).")
  private String prefix;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = {
        "Properties file with bootstrap.servers, schema.registry.url, topic.prefix, and kafka.* and"
            + " registry.* that are passed to the clients (FLEXHB_CONFIG; default"
            + " .flexhb/client.properties in this folder or one above: 'flexhb dev' writes it).",
        "Options win over FLEXHB_* variables, these over the file. FLEXHB_KAFKA_SECURITY_PROTOCOL"
            + " sets kafka.security.protocol, and so on."
      })
  private Path file;

  /**
   * @param environment where {@code FLEXHB_*} variables are looked up
   * @param folder where the search for {@link #DEV_FILE} begins
   */
  public ConnectionOptions(Map<String, String> environment, Path folder) {
    this.environment = environment;
    this.folder = folder;
  }

  /**
   * The settings from all sources.
   *
   * @throws InvalidConfigException when the file cannot be read
   */
  public RawSettings given() {
    RawSettings ofFile = file().map(RawSettings.none()::withFile).orElseGet(RawSettings::none);
    RawSettings given = ofFile.withVariables(environment);
    given = with(given, "--bootstrap-server", Setting.BOOTSTRAP_SERVERS, broker);
    given = with(given, "--registry", Setting.SCHEMA_REGISTRY_URL, registry);
    return with(given, "--topic-prefix", Setting.TOPIC_PREFIX, prefix);
  }

  private static RawSettings with(RawSettings given, String option, Setting setting, String value) {
    return value == null ? given : given.with(option, Map.of(setting.key(), value));
  }

  private Optional<Path> file() {
    String variable = environment.get("FLEXHB_CONFIG");
    if (file != null) {
      return Optional.of(file);
    }
    if (variable != null && !variable.isBlank()) {
      return Optional.of(Path.of(variable));
    }
    return devFile(folder.toAbsolutePath().normalize());
  }

  /** The file that 'flexhb dev' wrote in this folder or in the nearest parent that has one. */
  private static Optional<Path> devFile(Path from) {
    for (Path at = from; at != null; at = at.getParent()) {
      Path file = at.resolve(DEV_FILE);
      if (Files.isReadable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }
}
