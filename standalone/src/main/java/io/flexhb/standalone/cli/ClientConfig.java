package io.flexhb.standalone.cli;

import io.flexhb.service.config.GivenSettings;
import io.flexhb.service.config.InvalidConfigException;
import io.flexhb.service.config.Setting;
import io.flexhb.topics.Topics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a command reaches Kafka and the registry.
 *
 * @param kafka settings of every Kafka client, {@code bootstrap.servers} among them
 * @param registry settings of the registry client, {@code schema.registry.url} among them
 * @param file where the settings were read, if anywhere
 */
record ClientConfig(
    Map<String, String> kafka, Map<String, String> registry, Topics topics, Optional<Path> file) {

  ClientConfig {
    kafka = Map.copyOf(kafka);
    registry = Map.copyOf(registry);
  }

  /**
   * Picks a command's settings from those of a tuner, whose other values stay unchecked.
   *
   * @param environment overrides the settings
   * @throws InvalidConfigException naming all unknown keys and wrong values
   */
  static ClientConfig of(
      Map<String, String> settings, Map<String, String> environment, Optional<Path> file) {
    GivenSettings given = GivenSettings.of(settings, environment);
    List<String> problems = new ArrayList<>(given.unknown());
    problems.addAll(
        given.problems(
            Setting.BOOTSTRAP_SERVERS, Setting.SCHEMA_REGISTRY_URL, Setting.TOPIC_PREFIX));
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(problems);
    }
    return new ClientConfig(
        with(given.kafka(), Setting.BOOTSTRAP_SERVERS, given),
        with(given.registry(), Setting.SCHEMA_REGISTRY_URL, given),
        Topics.withPrefix(given.values().get(Setting.TOPIC_PREFIX)),
        file);
  }

  private static Map<String, String> with(
      Map<String, String> passedThrough, Setting setting, GivenSettings given) {
    Map<String, String> all = new HashMap<>(passedThrough);
    all.put(setting.key(), given.values().get(setting));
    return all;
  }

  String broker() {
    return kafka.get(Setting.BOOTSTRAP_SERVERS.key());
  }

  /** Never with secrets. */
  @Override
  public String toString() {
    return broker() + file.map(path -> " (from " + path + ")").orElse("");
  }
}
