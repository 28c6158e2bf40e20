package io.flexhb.service.admin;

import io.flexhb.service.failure.TunerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares the existing topics with the plan. */
final class TopicShapes {

  private static final Logger LOG = LoggerFactory.getLogger(TopicShapes.class);

  private static final String ONE_NUMBER =
      "Set flexhb.topic.partitions to the number that all topics have. If the topics differ,"
          + " create new topics under another topic.prefix: a topic cannot get fewer partitions, and"
          + " with more its studies would move.";
  private static final String SET_POLICY =
      "Set cleanup.policy as stated (kafka-configs.sh --alter --entity-type topics); otherwise"
          + " records are lost.";
  private static final String SET_SIZE =
      "Set max.message.bytes as stated (kafka-configs.sh --alter --entity-type topics), or lower"
          + " flexhb.record.max.bytes: a decision that is too large for its topic would stop the"
          + " tuner.";

  private final Map<String, TopicDescription> descriptions;
  private final Map<String, Config> configs;
  private final TopicsAdmin.Sizes sizes;

  private TopicShapes(
      Map<String, TopicDescription> descriptions,
      Map<String, Config> configs,
      TopicsAdmin.Sizes sizes) {
    this.descriptions = descriptions;
    this.configs = configs;
    this.sizes = sizes;
  }

  static TopicShapes read(
      Admin admin,
      AdminCalls answers,
      Map<String, TopicDescription> descriptions,
      TopicsAdmin.Sizes sizes) {
    return new TopicShapes(descriptions, configs(admin, answers, descriptions.keySet()), sizes);
  }

  /** Without the right to read their settings, the topics are assumed to be correct. */
  private static Map<String, Config> configs(
      Admin admin, AdminCalls answers, Collection<String> names) {
    List<ConfigResource> resources =
        names.stream().map(n -> new ConfigResource(ConfigResource.Type.TOPIC, n)).toList();
    try {
      return answers
          .to("read the topics' settings", admin.describeConfigs(resources).all())
          .entrySet()
          .stream()
          .collect(Collectors.toMap(e -> e.getKey().name(), Map.Entry::getValue));
    } catch (TunerException failure) {
      if (!(failure.getCause() instanceof AuthorizationException)) {
        throw failure;
      }
      LOG.warn(
          "The topics' settings are not checked, because the right DESCRIBE_CONFIGS on {} is"
              + " missing: {}",
          names,
          failure.getMessage());
      return Map.of();
    }
  }

  /**
   * The problems of an existing topic. Without the right to read its settings only the partition
   * count is checked.
   */
  List<TopicProblem> problems(TopicPlan.Planned topic) {
    List<TopicProblem> problems = new ArrayList<>();
    int partitions = descriptions.get(topic.name()).partitions().size();
    if (partitions != topic.partitions(sizes)) {
      problems.add(
          new TopicProblem(
              topic.name(),
              "has " + partitions + " partition(s), not " + topic.partitions(sizes),
              ONE_NUMBER));
    }
    setting(topic, TopicConfig.CLEANUP_POLICY_CONFIG)
        .filter(policy -> !topic.cleanupPolicy().equals(policy))
        .ifPresent(
            policy ->
                problems.add(
                    new TopicProblem(
                        topic.name(),
                        "has cleanup.policy=" + policy + ", not " + topic.cleanupPolicy(),
                        SET_POLICY)));
    setting(topic, TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
        .filter(bytes -> topic.largeRecords() && Long.parseLong(bytes) < sizes.maxMessageBytes())
        .ifPresent(
            bytes ->
                problems.add(
                    new TopicProblem(
                        topic.name(),
                        "has max.message.bytes="
                            + bytes
                            + ", not "
                            + sizes.maxMessageBytes()
                            + " or more",
                        SET_SIZE)));
    return problems;
  }

  /** Whether records keep their writer's timestamp. */
  boolean keepsWritersTime(TopicPlan.Planned topic) {
    return setting(topic, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
        .filter(type -> !type.equals(TopicPlan.TIMESTAMP_TYPE))
        .isPresent();
  }

  private Optional<String> setting(TopicPlan.Planned topic, String key) {
    return Optional.ofNullable(configs.get(topic.name()))
        .map(config -> config.get(key))
        .map(ConfigEntry::value);
  }
}
