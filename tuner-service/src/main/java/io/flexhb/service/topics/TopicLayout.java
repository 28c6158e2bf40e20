package io.flexhb.service.topics;

import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/**
 * How one topic is kept.
 *
 * @param config topic settings at creation
 */
record TopicLayout(String name, Map<String, String> config) {

  /** What a check compares; the rest is the operator's. */
  String cleanupPolicy() {
    return config.get(TopicConfig.CLEANUP_POLICY_CONFIG);
  }

  static List<TopicLayout> all(Topics topics) {
    return List.of(
        compacted(topics.studies()),
        deleted(topics.metrics(), Duration.ofDays(7)),
        deleted(topics.workers(), Duration.ofDays(1)),
        deleted(topics.suggestions(), Duration.ofDays(1)),
        deleted(topics.commands(), Duration.ofDays(7)),
        compacted(topics.decisions()),
        compacted(topics.trials()),
        deleted(topics.dlq(), Duration.ofDays(30)));
  }

  private static TopicLayout compacted(String name) {
    return new TopicLayout(
        name, Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
  }

  private static TopicLayout deleted(String name, Duration retention) {
    return new TopicLayout(
        name,
        Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_DELETE,
            TopicConfig.RETENTION_MS_CONFIG,
            Long.toString(retention.toMillis())));
  }
}
