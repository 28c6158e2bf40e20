package io.flexhb.service.config;

import io.flexhb.topics.Topics;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tuner's validated settings; {@link RawSettings} describes how they are given. */
public final class TunerConfig {

  private final RawSettings given;
  private final Topics topics;

  private TunerConfig(RawSettings given) {
    this.given = given;
    this.topics = Topics.withPrefix(given.value(Setting.TOPIC_PREFIX));
  }

  /**
   * Checks settings.
   *
   * @throws InvalidConfigException naming all problems
   */
  public static TunerConfig of(RawSettings given) {
    List<String> problems = new ArrayList<>(given.problems(Setting.values()));
    problems.addAll(given.refusals());
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(problems);
    }
    return new TunerConfig(given);
  }

  /**
   * Checks settings whose source has no name.
   *
   * @param environment overrides the settings, as {@link System#getenv()}
   * @throws InvalidConfigException naming all problems
   */
  public static TunerConfig of(Map<String, String> settings, Map<String, String> environment) {
    return of(RawSettings.none().with("", settings).withVariables(environment));
  }

  /** The value of a setting. */
  public String text(Setting setting) {
    return given.value(setting);
  }

  /** The value of a setting with its source, for messages; not for secret settings. */
  public String withSource(Setting setting) {
    return text(setting) + given.from(setting);
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

  /** Settings passed to Kafka's clients; may hold secrets. */
  Map<String, String> kafka() {
    return given.kafka();
  }

  /** Settings passed to the registry's client besides its URL; may hold secrets. */
  Map<String, String> registry() {
    return given.registry();
  }

  /** All effective settings, sorted, with secrets masked. */
  public SortedMap<String, String> shown() {
    SortedMap<String, String> shown = new TreeMap<>();
    for (Setting setting : Setting.values()) {
      shown.put(setting.key(), Secrets.shown(setting.key(), text(setting)));
    }
    given.kafka().forEach((key, v) -> shown.put(RawSettings.KAFKA + key, Secrets.shown(key, v)));
    given
        .registry()
        .forEach((key, v) -> shown.put(RawSettings.REGISTRY + key, Secrets.shown(key, v)));
    return shown;
  }

  @Override
  public String toString() {
    return shown().toString();
  }
}
