package io.flexhb.standalone.cli.base;

import io.flexhb.client.StudyClientConfig;
import io.flexhb.service.config.InvalidConfigException;
import io.flexhb.service.config.RawSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.topics.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The connection settings of a command. */
public final class ClientConfigs {

  private ClientConfigs() {}

  /**
   * Picks a command's settings from those of a tuner; the tuner's other values are not checked.
   *
   * @throws InvalidConfigException naming all unknown keys and invalid values
   */
  public static StudyClientConfig of(RawSettings given) {
    List<String> problems =
        given.problems(
            Setting.BOOTSTRAP_SERVERS, Setting.SCHEMA_REGISTRY_URL, Setting.TOPIC_PREFIX);
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(problems);
    }
    Map<String, String> registry = with(given.registry(), Setting.SCHEMA_REGISTRY_URL, given);
    if (given.from(Setting.SCHEMA_REGISTRY_URL).isEmpty()) {
      registry.computeIfPresent(
          Setting.SCHEMA_REGISTRY_URL.key(), (key, url) -> RegistryPathProbe.resolve(url));
    }
    return new StudyClientConfig(
        with(given.kafka(), Setting.BOOTSTRAP_SERVERS, given),
        registry,
        Topics.withPrefix(given.value(Setting.TOPIC_PREFIX)),
        given.value(Setting.BOOTSTRAP_SERVERS) + given.from(Setting.BOOTSTRAP_SERVERS));
  }

  private static Map<String, String> with(
      Map<String, String> passedThrough, Setting setting, RawSettings given) {
    Map<String, String> all = new HashMap<>(passedThrough);
    all.put(setting.key(), given.value(setting));
    return all;
  }
}
