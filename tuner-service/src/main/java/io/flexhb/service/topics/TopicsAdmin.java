package io.flexhb.service.topics;

import io.flexhb.service.config.TunerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates the topics that are missing and checks those that exist. */
public final class TopicsAdmin implements AutoCloseable {

  /** So that a command ends within 10 s when no broker answers. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private static final long RETRY_MILLIS = 50;

  private final TunerConfig config;
  private final List<TopicLayout> layouts;
  private final Admin admin;

  /**
   * @throws BrokerUnreachableException when the address cannot be resolved
   */
  public TopicsAdmin(TunerConfig config) {
    this.config = config;
    this.layouts = TopicLayout.all(config.topics());
    Map<String, Object> settings = new HashMap<>(config.kafka());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis() / 2);
    try {
      this.admin = Admin.create(settings);
    } catch (org.apache.kafka.common.KafkaException unresolved) {
      if (unresolved.getCause() instanceof ConfigException) {
        throw new BrokerUnreachableException(config.bootstrapServers(), unresolved);
      }
      throw unresolved;
    }
  }

  /** What {@link #apply} did. */
  public record Applied(List<String> created, List<String> existing) {}

  /**
   * Creates what is missing, where the configuration allows, and checks the rest.
   *
   * @throws TopicProblemsException with each problem of each topic
   * @throws BrokerUnreachableException when no broker answers in time
   */
  public Applied apply() {
    Map<String, TopicDescription> found = describe();
    List<TopicLayout> missing = layouts.stream().filter(l -> !found.containsKey(l.name())).toList();
    List<String> problems = new ArrayList<>();
    if (!config.createTopics()) {
      for (TopicLayout layout : missing) {
        problems.add(
            "topic %s is missing; create it with 'flexhb topics apply', or set flexhb.topic.create=true"
                .formatted(layout.name()));
      }
    }
    int partitions = partitionsOf(found);
    problems.addAll(check(found, partitions));
    if (!problems.isEmpty()) {
      throw new TopicProblemsException(problems);
    }
    create(missing, partitions);
    return new Applied(
        missing.stream().map(TopicLayout::name).toList(), List.copyOf(found.keySet()));
  }

  /**
   * The one partition count: recorded by the topics themselves at first start. The journal decides,
   * since it is what moving studies would tear apart.
   */
  private int partitionsOf(Map<String, TopicDescription> found) {
    return Optional.ofNullable(found.get(config.topics().decisions()))
        .or(() -> found.values().stream().findFirst())
        .map(d -> d.partitions().size())
        .orElse(config.partitions());
  }

  private List<String> check(Map<String, TopicDescription> found, int partitions) {
    List<String> problems = new ArrayList<>();
    if (!found.isEmpty() && partitions != config.partitions()) {
      problems.add(
          "the topics have %d partitions, flexhb.topic.partitions is %d; a change would move studies, set it to %d"
              .formatted(partitions, config.partitions(), partitions));
    }
    Map<String, String> policies = cleanupPolicies(found.keySet());
    for (TopicLayout layout : layouts) {
      TopicDescription description = found.get(layout.name());
      if (description == null) {
        continue;
      }
      if (description.partitions().size() != partitions) {
        problems.add(
            "topic %s has %d partitions, the others have %d; all need the same, create it anew"
                .formatted(layout.name(), description.partitions().size(), partitions));
      }
      String policy = policies.get(layout.name());
      if (!layout.cleanupPolicy().equals(policy)) {
        problems.add(
            "topic %s has %s=%s, it must be %s"
                .formatted(
                    layout.name(),
                    TopicConfig.CLEANUP_POLICY_CONFIG,
                    policy,
                    layout.cleanupPolicy()));
      }
    }
    return problems;
  }

  private Map<String, TopicDescription> describe() {
    Map<String, TopicDescription> found = new HashMap<>();
    admin
        .describeTopics(layouts.stream().map(TopicLayout::name).toList())
        .topicNameValues()
        .forEach((name, future) -> describe(future).ifPresent(d -> found.put(name, d)));
    return found;
  }

  private Optional<TopicDescription> describe(KafkaFuture<TopicDescription> future) {
    try {
      return Optional.of(get(future));
    } catch (UnknownTopicOrPartitionException missing) {
      return Optional.empty();
    }
  }

  private Map<String, String> cleanupPolicies(Collection<String> names) {
    List<ConfigResource> resources =
        names.stream().map(n -> new ConfigResource(ConfigResource.Type.TOPIC, n)).toList();
    Map<ConfigResource, Config> configs = get(admin.describeConfigs(resources).all());
    Map<String, String> policies = new HashMap<>();
    configs.forEach(
        (resource, settings) ->
            policies.put(resource.name(), settings.get(TopicConfig.CLEANUP_POLICY_CONFIG).value()));
    return policies;
  }

  private void create(List<TopicLayout> missing, int partitions) {
    List<NewTopic> topics =
        missing.stream()
            .map(
                l ->
                    new NewTopic(l.name(), partitions, config.replicationFactor())
                        .configs(l.config()))
            .toList();
    admin.createTopics(topics).values().values().forEach(this::created);
    awaitReady(missing, partitions);
  }

  private void created(KafkaFuture<Void> future) {
    try {
      get(future);
    } catch (TopicExistsException byAnotherTuner) {
      // Two tuners that start at once both find it missing; the winner's is as good.
    }
  }

  /**
   * Records sent right after a creation can be lost; once offsets are known of every partition they
   * are not.
   */
  private void awaitReady(List<TopicLayout> created, int partitions) {
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    for (TopicLayout layout : created) {
      for (int p = 0; p < partitions; p++) {
        all.put(new TopicPartition(layout.name(), p), OffsetSpec.latest());
      }
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!all.isEmpty()) {
      try {
        get(admin.listOffsets(all).all());
        return;
      } catch (RetriableException notYet) {
        if (System.nanoTime() > deadline) {
          throw new BrokerUnreachableException(config.bootstrapServers(), notYet);
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while topics were being created", interrupted);
    }
  }

  private <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException missing) {
        throw missing;
      }
      if (failed.getCause() instanceof org.apache.kafka.common.errors.TimeoutException
          || failed.getCause() instanceof AuthenticationException) {
        throw new BrokerUnreachableException(config.bootstrapServers(), failed.getCause());
      }
      if (failed.getCause() instanceof RuntimeException other) {
        throw other;
      }
      throw new IllegalStateException(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking the broker", interrupted);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
