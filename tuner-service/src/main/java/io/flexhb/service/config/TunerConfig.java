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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tuner's settings, valid; {@link GivenSettings} says how they are given. */
public final class TunerConfig {

  private final GivenSettings given;
  private final Topics topics;

  private TunerConfig(GivenSettings given) {
    this.given = given;
    this.topics = Topics.withPrefix(given.values().get(Setting.TOPIC_PREFIX));
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
    GivenSettings given = GivenSettings.of(settings, environment);
    List<String> problems = new ArrayList<>(given.unknown());
    problems.addAll(given.problems(Setting.values()));
    given.kafka().keySet().stream()
        .sorted()
        .forEach(key -> PassedThrough.problem(key).ifPresent(problems::add));
    if (given.registry().containsKey(Setting.SCHEMA_REGISTRY_URL.key())) {
      problems.add("registry.schema.registry.url: set schema.registry.url instead");
    }
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(problems);
    }
    return new TunerConfig(given);
  }

  /** The value of a setting. */
  public String text(Setting setting) {
    return given.values().get(setting);
  }

  /** The value of a setting that is a whole number. */
  public int whole(Setting setting) {
    return Integer.parseInt(text(setting));
  }

  /** The value of a setting that is true or false. */
  public boolean flag(Setting setting) {
    return Boolean.parseBoolean(text(setting));
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
    return given.kafka();
  }

  /** What is passed to the registry's client besides its url; may hold secrets. */
  Map<String, String> registry() {
    return given.registry();
  }

  /** All settings as they are in force, secrets hidden, sorted. */
  public SortedMap<String, String> shown() {
    SortedMap<String, String> shown = new TreeMap<>();
    given
        .values()
        .forEach((setting, v) -> shown.put(setting.key(), Secrets.shown(setting.key(), v)));
    given.kafka().forEach((key, v) -> shown.put(GivenSettings.KAFKA + key, Secrets.shown(key, v)));
    given
        .registry()
        .forEach((key, v) -> shown.put(GivenSettings.REGISTRY + key, Secrets.shown(key, v)));
    return shown;
  }

  @Override
  public String toString() {
    return shown().toString();
  }
}
