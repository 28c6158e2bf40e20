package io.flexhb.service.admin;

import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** The required configuration of each topic. */
public final class TopicPlan {

  /**
   * One topic.
   *
   * @param name its name
   * @param retention how long records are kept; empty = compacted, which keeps the newest record of
   *     each key
   * @param largeRecords whether the topic must accept records larger than the broker's default
   * @param readByAll whether workers in any language read it; some of their clients cannot
   *     decompress
   * @param single whether it has one partition regardless of the others
   */
  record Planned(
      String name,
      Optional<Duration> retention,
      boolean largeRecords,
      boolean readByAll,
      boolean single) {

    int partitions(TopicsAdmin.Sizes sizes) {
      return single ? 1 : sizes.partitions();
    }

    String cleanupPolicy() {
      return retention.isPresent()
          ? TopicConfig.CLEANUP_POLICY_DELETE
          : TopicConfig.CLEANUP_POLICY_COMPACT;
    }
  }

  /**
   * The broker's clock sets timestamps. With the writer's clock, the broker would reject records
   * dated more than an hour ahead. No decision uses the timestamp.
   */
  public static final String TIMESTAMP_TYPE = "LogAppendTime";

  private TopicPlan() {}

  /** All topics, inputs first. */
  static List<Planned> of(Topics topics) {
    return List.of(
        compacted(topics.studies(), true),
        kept(topics.metrics(), 7, false),
        kept(topics.workers(), 1, false),
        kept(topics.suggestions(), 1, true),
        new Planned(topics.commands(), Optional.of(Duration.ofDays(7)), false, true, false),
        compacted(topics.decisions(), true),
        compacted(topics.trials(), false),
        // Holds records as found plus more headers, so it must accept the largest of any topic.
        kept(topics.dlq(), 30, true),
        new Planned(topics.installation(), Optional.empty(), false, false, true));
  }

  /** Names of the topics that accept records larger than the broker's default. */
  public static Set<String> large(Topics topics) {
    return of(topics).stream()
        .filter(Planned::largeRecords)
        .map(Planned::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** How long each topic that is not compacted keeps records. */
  public static Map<String, Duration> retentions(Topics topics) {
    Map<String, Duration> retentions = new LinkedHashMap<>();
    for (Planned topic : of(topics)) {
      topic.retention().ifPresent(time -> retentions.put(topic.name(), time));
    }
    return retentions;
  }

  private static Planned compacted(String name, boolean largeRecords) {
    return new Planned(name, Optional.empty(), largeRecords, false, false);
  }

  private static Planned kept(String name, int days, boolean largeRecords) {
    return new Planned(name, Optional.of(Duration.ofDays(days)), largeRecords, false, false);
  }

  static NewTopic toCreate(Planned topic, TopicsAdmin.Sizes sizes) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put(TopicConfig.CLEANUP_POLICY_CONFIG, topic.cleanupPolicy());
    config.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, TIMESTAMP_TYPE);
    topic
        .retention()
        .ifPresent(
            time -> config.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(time.toMillis())));
    if (topic.largeRecords()) {
      config.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(sizes.maxMessageBytes()));
    }
    if (topic.readByAll()) {
      config.put(TopicConfig.COMPRESSION_TYPE_CONFIG, "uncompressed");
    }
    return new NewTopic(
            topic.name(),
            Optional.of(topic.partitions(sizes)),
            sizes.replication() < 0 ? Optional.empty() : Optional.of((short) sizes.replication()))
        .configs(config);
  }
}
