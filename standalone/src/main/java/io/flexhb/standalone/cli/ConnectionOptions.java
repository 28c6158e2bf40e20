package io.flexhb.standalone.cli;

import io.flexhb.service.config.InvalidConfigException;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/**
 * Where Kafka and the schema registry are. An option wins over an environment variable, that over a
 * file, that over the defaults.
 */
final class ConnectionOptions {
  private static final Set<Setting> OPTIONS =
      Set.of(Setting.BOOTSTRAP_SERVERS, Setting.SCHEMA_REGISTRY_URL, Setting.TOPIC_PREFIX);

  /** Written by {@code flexhb dev} while it runs. */
  static final Path DEV_FILE = Path.of(".flexhb", "client.properties");

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
            + " .flexhb/client.properties if it exists: 'flexhb dev' writes it)."
      })
  private Path file;

  ConnectionOptions(Map<String, String> environment, Path folder) {
    this.environment = environment;
    this.folder = folder;
  }

  /**
   * The settings, from wherever they come.
   *
   * @throws CommandFailure when the file cannot be read, or with everything that is wrong
   */
  ClientConfig resolve() {
    return valid(() -> ClientConfig.of(settings(), variables(Map.of()), source()));
  }

  /**
   * The settings of a tuner: the same, and those that are its own.
   *
   * @param more settings that win over all others
   * @throws CommandFailure with everything that is wrong
   */
  TunerConfig tuner(Map<String, String> more) {
    Map<String, String> settings = settings();
    settings.putAll(more);
    return valid(() -> TunerConfig.of(settings, variables(more)));
  }

  private <C> C valid(Supplier<C> config) {
    try {
      return config.get();
    } catch (InvalidConfigException e) {
      throw CommandFailure.badInput(source().map(path -> path + ": ").orElse("") + e.getMessage());
    }
  }

  /** Variables override files; what an option says, which is a setting already, wins over both. */
  private Map<String, String> variables(Map<String, String> more) {
    Map<String, String> variables = new LinkedHashMap<>(environment);
    for (Setting setting : Setting.values()) {
      if (OPTIONS.contains(setting) || more.containsKey(setting.key())) {
        variables.remove(setting.variable());
      }
    }
    return variables;
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    source().ifPresent(path -> settings.putAll(read(path)));
    put(settings, Setting.BOOTSTRAP_SERVERS, broker);
    put(settings, Setting.SCHEMA_REGISTRY_URL, registry);
    put(settings, Setting.TOPIC_PREFIX, prefix);
    return settings;
  }

  private Optional<Path> source() {
    String variable = environment.get("FLEXHB_CONFIG");
    if (file != null) {
      return Optional.of(file);
    }
    if (variable != null && !variable.isBlank()) {
      return Optional.of(Path.of(variable));
    }
    return Optional.of(folder.resolve(DEV_FILE)).filter(Files::isReadable);
  }

  private static Map<String, String> read(Path path) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw CommandFailure.badInput("cannot read " + path + ": " + e);
    }
    Map<String, String> settings = new LinkedHashMap<>();
    properties.stringPropertyNames().forEach(k -> settings.put(k, properties.getProperty(k)));
    return settings;
  }

  private void put(Map<String, String> settings, Setting setting, String option) {
    String value = option != null ? option : environment.get(setting.variable());
    if (value != null && !value.isBlank()) {
      settings.put(setting.key(), value);
    }
  }
}
