package io.flexhb.service.admin;

import io.flexhb.service.TunerException;
import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the topics of an installation, and checks that they are as the tuner needs them. */
public final class TopicsAdmin {

  private static final Logger LOG = LoggerFactory.getLogger(TopicsAdmin.class);
  private static final long PAUSE_MS = 20;
  private static final String MAKE =
      "Make what is missing with 'flexhb topics apply', or set flexhb.topic.create=true.";
  private static final String ONE_NUMBER =
      "Set flexhb.topic.partitions to the number that all topics have. When they have not one number,"
          + " make new topics under another topic.prefix: a topic cannot get fewer partitions, and"
          + " with more its studies would move.";
  private static final String SET_POLICY =
      "Set cleanup.policy as said (kafka-configs.sh --alter --entity-type topics): records would be"
          + " lost.";
  private static final String SET_SIZE =
      "Set max.message.bytes as said (kafka-configs.sh --alter --entity-type topics), or lower"
          + " flexhb.record.max.bytes: a decision that is too large for its topic would stop the"
          + " tuner.";

  /**
   * Sizes of topics.
   *
   * @param partitions of each topic
   * @param replication of each new topic, -1 = the broker's default
   * @param maxMessageBytes of topics that hold large records
   */
  public record Sizes(int partitions, int replication, int maxMessageBytes) {}

  private final Admin admin;
  private final String brokers;
  private final List<TopicPlan.Planned> plan;
  private final Sizes sizes;
  private final Duration timeout;

  /**
   * @param admin not owned
   * @param brokers for messages
   * @param timeout of each request
   */
  public TopicsAdmin(Admin admin, String brokers, Topics topics, Sizes sizes, Duration timeout) {
    this.admin = admin;
    this.brokers = brokers;
    this.plan = TopicPlan.of(topics);
    this.sizes = sizes;
    this.timeout = timeout;
  }

  /**
   * Makes the missing topics and returns their names once each of their partitions serves requests.
   * A topic just made is known before its leader serves it, and records produced in between can be
   * lost although they were acknowledged.
   *
   * @throws TopicProblemsException when those that exist are wrong, or some could not be made
   * @throws BrokerUnreachableException when no broker answers
   */
  public List<String> create() {
    Set<String> existing = existing();
    List<TopicPlan.Planned> missing =
        plan.stream().filter(topic -> !existing.contains(topic.name())).toList();
    if (missing.isEmpty()) {
      return List.of();
    }
    // First, so that new topics do not add to what is wrong with those there are.
    List<TopicProblem> problems =
        shapes(plan.stream().filter(topic -> existing.contains(topic.name())).toList());
    if (!problems.isEmpty()) {
      throw new TopicProblemsException(problems);
    }
    request(missing);
    List<String> names = missing.stream().map(TopicPlan.Planned::name).toList();
    awaitReady(names);
    return names;
  }

  /**
   * Everything that is wrong with the topics; empty when nothing is.
   *
   * @throws BrokerUnreachableException when no broker answers
   */
  public List<TopicProblem> problems() {
    Set<String> existing = existing();
    List<TopicProblem> problems = new ArrayList<>();
    List<TopicPlan.Planned> present = new ArrayList<>();
    for (TopicPlan.Planned topic : plan) {
      if (existing.contains(topic.name())) {
        present.add(topic);
      } else {
        problems.add(new TopicProblem(topic.name(), "is missing", MAKE));
      }
    }
    problems.addAll(shapes(present));
    return problems;
  }

  /**
   * Nothing, when all is well.
   *
   * @throws TopicProblemsException with all problems
   * @throws BrokerUnreachableException when no broker answers
   */
  public void check() {
    List<TopicProblem> problems = problems();
    if (!problems.isEmpty()) {
      throw new TopicProblemsException(problems);
    }
  }

  private Set<String> existing() {
    return answer("list the topics", admin.listTopics().names());
  }

  private void request(List<TopicPlan.Planned> missing) {
    Map<String, KafkaFuture<Void>> created =
        admin
            .createTopics(missing.stream().map(t -> TopicPlan.toCreate(t, sizes)).toList())
            .values();
    List<TopicProblem> problems = new ArrayList<>();
    created.forEach(
        (name, future) -> {
          try {
            answer("create it", future);
          } catch (TunerException failure) {
            // Another tuner that starts at the same time made it: as good as ours.
            if (!(failure.getCause() instanceof TopicExistsException)) {
              problems.add(new TopicProblem(name, "cannot be made: " + failure.getMessage(), ""));
            }
          }
        });
    if (!problems.isEmpty()) {
      throw new TopicProblemsException(problems);
    }
  }

  private void awaitReady(Collection<String> topics) {
    long deadline = System.nanoTime() + timeout.toNanos();
    RuntimeException last = null;
    while (System.nanoTime() - deadline < 0) {
      try {
        askEndOffsets(topics);
        return;
      } catch (TunerException failure) {
        if (!(failure.getCause() instanceof RetriableException)) {
          throw failure;
        }
        last = failure;
      }
      pause();
    }
    throw new TunerException("topics " + topics + " were made but do not serve requests", last);
  }

  private void askEndOffsets(Collection<String> topics) {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    describe(topics)
        .values()
        .forEach(
            topic ->
                topic
                    .partitions()
                    .forEach(
                        p ->
                            ends.put(
                                new TopicPartition(topic.name(), p.partition()),
                                OffsetSpec.latest())));
    answer("read the ends of the topics", admin.listOffsets(ends).all());
  }

  private Map<String, TopicDescription> describe(Collection<String> topics) {
    return answer("describe the topics", admin.describeTopics(topics).allTopicNames());
  }

  private List<TopicProblem> shapes(List<TopicPlan.Planned> present) {
    List<String> names = present.stream().map(TopicPlan.Planned::name).toList();
    Map<String, TopicDescription> descriptions = describe(names);
    Map<String, Config> configs = configs(names);
    List<TopicProblem> problems = new ArrayList<>();
    for (TopicPlan.Planned topic : present) {
      int partitions = descriptions.get(topic.name()).partitions().size();
      if (partitions != sizes.partitions()) {
        problems.add(
            new TopicProblem(
                topic.name(),
                "has " + partitions + " partition(s), not " + sizes.partitions(),
                ONE_NUMBER));
      }
      Config config = configs.get(topic.name());
      if (config != null) {
        policy(topic, config, problems);
        size(topic, config, problems);
      }
    }
    return problems;
  }

  private static void policy(TopicPlan.Planned topic, Config config, List<TopicProblem> problems) {
    ConfigEntry entry = config.get(TopicConfig.CLEANUP_POLICY_CONFIG);
    if (entry != null && !topic.cleanupPolicy().equals(entry.value())) {
      problems.add(
          new TopicProblem(
              topic.name(),
              "has cleanup.policy=" + entry.value() + ", not " + topic.cleanupPolicy(),
              SET_POLICY));
    }
  }

  private void size(TopicPlan.Planned topic, Config config, List<TopicProblem> problems) {
    ConfigEntry entry = config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
    if (topic.largeRecords()
        && entry != null
        && Long.parseLong(entry.value()) < sizes.maxMessageBytes()) {
      problems.add(
          new TopicProblem(
              topic.name(),
              "has max.message.bytes="
                  + entry.value()
                  + ", not "
                  + sizes.maxMessageBytes()
                  + " or more",
              SET_SIZE));
    }
  }

  /** Without the right to read settings the topics are trusted. */
  private Map<String, Config> configs(List<String> names) {
    List<ConfigResource> resources =
        names.stream().map(n -> new ConfigResource(ConfigResource.Type.TOPIC, n)).toList();
    try {
      return answer("read the topics' settings", admin.describeConfigs(resources).all())
          .entrySet()
          .stream()
          .collect(Collectors.toMap(e -> e.getKey().name(), Map.Entry::getValue));
    } catch (TunerException failure) {
      if (!(failure.getCause() instanceof AuthorizationException)) {
        throw failure;
      }
      LOG.warn("The topics' settings are not checked: {}", failure.getMessage());
      return Map.of();
    }
  }

  private <T> T answer(String what, KafkaFuture<T> future) {
    try {
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof org.apache.kafka.common.errors.TimeoutException) {
        throw unreachable(failed.getCause());
      }
      throw new TunerException(
          "Kafka at " + brokers + " refuses to " + what + ": " + failed.getCause().getMessage(),
          failed.getCause());
    } catch (TimeoutException late) {
      throw unreachable(late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TunerException("interrupted while asking Kafka to " + what, interrupted);
    }
  }

  private BrokerUnreachableException unreachable(Throwable cause) {
    return new BrokerUnreachableException(
        "Kafka at "
            + brokers
            + " did not answer within "
            + timeout.toSeconds()
            + " s: check that it runs, and bootstrap.servers and kafka.security.protocol",
        cause);
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TunerException("interrupted while waiting for new topics", interrupted);
    }
  }
}
