package io.flexhb.service.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Client settings that cannot be passed through because the tuner's guarantees depend on them, with
 * what to set instead.
 */
final class PassThroughSettings {

  private static final String REGISTRY_URL = RawSettings.REGISTRY + "schema.registry.url";

  private static final String FIXED = "is fixed by the tuner; remove it";

  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("bootstrap.servers", "set bootstrap.servers instead"),
          Map.entry("application.id", "set flexhb.application.id instead"),
          Map.entry("state.dir", "set flexhb.state.dir instead"),
          Map.entry("num.stream.threads", "set flexhb.threads instead"),
          Map.entry("group.instance.id", "set flexhb.instance.id instead"),
          Map.entry("replication.factor", "set flexhb.topic.replication.factor instead"),
          Map.entry("max.request.size", "set flexhb.record.max.bytes instead"),
          Map.entry("commit.interval.ms", "set flexhb.commit.interval.ms instead"),
          Map.entry("processing.guarantee", FIXED),
          Map.entry("group.protocol", FIXED),
          Map.entry("group.id", FIXED),
          Map.entry("isolation.level", FIXED),
          Map.entry("enable.auto.commit", FIXED),
          Map.entry("auto.offset.reset", FIXED),
          Map.entry("enable.idempotence", FIXED),
          Map.entry("acks", FIXED),
          Map.entry("transactional.id", FIXED),
          Map.entry("partitioner.class", FIXED),
          Map.entry("default.timestamp.extractor", FIXED),
          Map.entry("processing.exception.handler", FIXED),
          Map.entry("production.exception.handler", FIXED),
          Map.entry("default.production.exception.handler", FIXED),
          Map.entry("deserialization.exception.handler", FIXED),
          Map.entry("default.deserialization.exception.handler", FIXED),
          Map.entry("key.serializer", FIXED),
          Map.entry("value.serializer", FIXED),
          Map.entry("key.deserializer", FIXED),
          Map.entry("value.deserializer", FIXED));

  /** The prefix of a name, which may restrict a setting to one client of Kafka Streams. */
  private static final Pattern CLIENT =
      Pattern.compile("^kafka\\.(((main|restore|global)\\.)?consumer\\.|producer\\.|admin\\.)?");

  private PassThroughSettings() {}

  /**
   * The reason why a key is refused; empty when the tuner passes it through.
   *
   * @param key with the prefix {@code kafka.} or {@code registry.}; any other key is accepted
   */
  static Optional<String> problem(String key) {
    if (key.equals(REGISTRY_URL)) {
      return Optional.of(key + ": set schema.registry.url instead");
    }
    if (!key.startsWith(RawSettings.KAFKA)) {
      return Optional.empty();
    }
    String name = CLIENT.matcher(key).replaceFirst("");
    return Optional.ofNullable(REFUSED.get(name)).map(why -> key + ": " + why);
  }
}
