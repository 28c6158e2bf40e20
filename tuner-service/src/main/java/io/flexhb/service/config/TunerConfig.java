package io.flexhb.service.config;

import io.flexhb.topics.Topics;
import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The tuner's settings, valid. Keys are those of {@link Setting}; {@code kafka.*} goes to Kafka's
 * clients and {@code registry.*} to the registry's, without the prefix and unread. Environment
 * variables override files: {@code FLEXHB_STATE_DIR} for {@code flexhb.state.dir}, {@code
 * FLEXHB_KAFKA_SECURITY_PROTOCOL} for {@code kafka.security.protocol}.
 */
public final class TunerConfig {

  private static final String KAFKA = "kafka.";
  private static final String REGISTRY = "registry.";
  private static final String KAFKA_VARIABLES = "FLEXHB_KAFKA_";
  private static final String REGISTRY_VARIABLES = "FLEXHB_REGISTRY_";

  /** Read by the logging configuration. */
  private static final String LOG_LEVEL_VARIABLE = "FLEXHB_KAFKA_LOG_LEVEL";

  private final Map<Setting, String> values;
  private final Map<String, String> kafka;
  private final Map<String, String> registry;
  private final Topics topics;

  private TunerConfig(
      Map<Setting, String> values,
      Map<String, String> kafka,
      Map<String, String> registry,
      Topics topics) {
    this.values = values;
    this.kafka = Map.copyOf(kafka);
    this.registry = Map.copyOf(registry);
    this.topics = topics;
  }

  /**
   * Reads a properties file.
   *
   * @param environment as {@link System#getenv()}
   * @throws InvalidConfigException naming all problems
   */
  public static TunerConfig load(Path file, Map<String, String> environment) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (NoSuchFileException missing) {
      throw new InvalidConfigException(List.of("there is no file " + file));
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new InvalidConfigException(
          List.of("file " + file + " cannot be read: " + unreadable.getMessage()));
    }
    Map<String, String> settings = new HashMap<>();
    properties.stringPropertyNames().forEach(k -> settings.put(k, properties.getProperty(k)));
    return of(settings, environment);
  }

  /**
   * Reads settings.
   *
   * @param environment overrides the settings, as {@link System#getenv()}
   * @throws InvalidConfigException naming all problems
   */
  public static TunerConfig of(Map<String, String> settings, Map<String, String> environment) {
    List<String> problems = new ArrayList<>();
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    Map<String, String> kafka = new TreeMap<>();
    Map<String, String> registry = new TreeMap<>();
    for (Setting setting : Setting.values()) {
      values.put(setting, setting.byDefault());
    }
    new TreeMap<>(settings)
        .forEach((key, value) -> put(key, value.strip(), values, kafka, registry, problems));
    override(environment, values, kafka, registry);
    values.forEach((setting, value) -> setting.problem(value).ifPresent(problems::add));
    kafka.keySet().forEach(key -> PassedThrough.problem(key).ifPresent(problems::add));
    if (registry.containsKey(Setting.SCHEMA_REGISTRY_URL.key())) {
      problems.add("registry.schema.registry.url: set schema.registry.url instead");
    }
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(problems);
    }
    return new TunerConfig(
        values, kafka, registry, Topics.withPrefix(values.get(Setting.TOPIC_PREFIX)));
  }

  private static void put(
      String key,
      String value,
      Map<Setting, String> values,
      Map<String, String> kafka,
      Map<String, String> registry,
      List<String> problems) {
    if (Setting.named(key).isPresent()) {
      values.put(Setting.named(key).get(), value);
    } else if (key.startsWith(KAFKA)) {
      kafka.put(key.substring(KAFKA.length()), value);
    } else if (key.startsWith(REGISTRY)) {
      registry.put(key.substring(REGISTRY.length()), value);
    } else {
      problems.add(
          "unknown setting "
              + key
              + NearestKey.to(key)
                  .map(known -> "; did you mean " + known + "?")
                  .orElse("; settings of Kafka's clients begin with kafka."));
    }
  }

  private static void override(
      Map<String, String> environment,
      Map<Setting, String> values,
      Map<String, String> kafka,
      Map<String, String> registry) {
    for (Setting setting : Setting.values()) {
      String value = environment.get(setting.variable());
      if (value != null) {
        values.put(setting, value.strip());
      }
    }
    environment.forEach(
        (variable, value) -> {
          if (variable.startsWith(KAFKA_VARIABLES) && !variable.equals(LOG_LEVEL_VARIABLE)) {
            kafka.put(dotted(variable, KAFKA_VARIABLES), value);
          } else if (variable.startsWith(REGISTRY_VARIABLES)) {
            registry.put(dotted(variable, REGISTRY_VARIABLES), value);
          }
        });
  }

  private static String dotted(String variable, String prefix) {
    return variable.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** The value of a setting. */
  public String text(Setting setting) {
    return values.get(setting);
  }

  /** The value of a setting that is a whole number. */
  public int whole(Setting setting) {
    return Integer.parseInt(values.get(setting));
  }

  /** The value of a setting that is true or false. */
  public boolean flag(Setting setting) {
    return Boolean.parseBoolean(values.get(setting));
  }

  /** The value of a setting in milliseconds. */
  public Duration millis(Setting setting) {
    return Duration.ofMillis(whole(setting));
  }

  /** Names of the topics. */
  public Topics topics() {
    return topics;
  }

  /** This tuner's name in its group. */
  public String instanceId() {
    String given = text(Setting.INSTANCE_ID);
    return given.isEmpty() ? hostName().replaceAll("[^A-Za-z0-9._-]", "_") : given;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }

  /** What is passed to Kafka's clients; may hold secrets. */
  Map<String, String> kafka() {
    return kafka;
  }

  /** What is passed to the registry's client besides its url; may hold secrets. */
  Map<String, String> registry() {
    return registry;
  }

  /** All settings as they are in force, secrets hidden, sorted. */
  public SortedMap<String, String> shown() {
    SortedMap<String, String> shown = new TreeMap<>();
    values.forEach((setting, v) -> shown.put(setting.key(), Secrets.shown(setting.key(), v)));
    kafka.forEach((key, v) -> shown.put(KAFKA + key, Secrets.shown(key, v)));
    registry.forEach((key, v) -> shown.put(REGISTRY + key, Secrets.shown(key, v)));
    return shown;
  }

  @Override
  public String toString() {
    return shown().toString();
  }
}
