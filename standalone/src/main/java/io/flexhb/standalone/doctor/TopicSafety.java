package io.flexhb.standalone.doctor;

import io.flexhb.service.admin.TopicPlan;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InterruptException;

/** How safely the topics keep their records: replicas, in-sync replicas and retention. */
final class TopicSafety {

  private static final String REPLICAS = "replicas";
  private static final String RETENTION = "retention";
  private static final List<String> OF_KAFKA = List.of("__consumer_offsets", "__transaction_state");

  private final Admin admin;
  private final TunerConfig config;

  TopicSafety(Admin admin, TunerConfig config) {
    this.admin = admin;
    this.config = config;
  }

  List<Finding> examine() {
    try {
      int brokers = answer(admin.describeCluster().nodes()).size();
      Map<String, TopicDescription> topics = describe();
      List<Finding> findings = new ArrayList<>();
      Map<String, Config> settings = settings(topics);
      topics.forEach(
          (name, topic) -> findings.addAll(replicas(topic, settings.get(name), brokers)));
      if (findings.isEmpty()) {
        findings.add(
            Finding.ok(REPLICAS, "all partitions have a leader and enough replicas in sync"));
      }
      findings.addAll(retention(settings));
      return findings;
    } catch (ExecutionException | TimeoutException refused) {
      return List.of(
          Finding.warning(
              REPLICAS,
              "not examined: " + Doctor.innermost(refused),
              "flexhb topics acls --principal User:NAME --role operator"));
    }
  }

  /** The topics that exist and are visible: FlexHB's, the stores' changelogs and Kafka's own. */
  private Map<String, TopicDescription> describe() throws ExecutionException, TimeoutException {
    List<String> wanted = new ArrayList<>();
    String own = config.text(Setting.APPLICATION_ID) + "-";
    for (String name : answer(admin.listTopics(all()).names())) {
      if (config.topics().all().contains(name) || OF_KAFKA.contains(name) || name.startsWith(own)) {
        wanted.add(name);
      }
    }
    return new LinkedHashMap<>(answer(admin.describeTopics(wanted).allTopicNames()));
  }

  private static ListTopicsOptions all() {
    return new ListTopicsOptions().listInternal(true);
  }

  /** Empty without the right to read them. */
  private Map<String, Config> settings(Map<String, TopicDescription> topics)
      throws TimeoutException {
    Map<String, Config> settings = new LinkedHashMap<>();
    for (String name : topics.keySet()) {
      ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
      try {
        settings.put(name, answer(admin.describeConfigs(List.of(resource)).values().get(resource)));
      } catch (ExecutionException denied) {
        // Reported by the check of the rights.
      }
    }
    return settings;
  }

  private static List<Finding> replicas(TopicDescription topic, Config settings, int brokers) {
    List<Finding> findings = new ArrayList<>();
    int replicas = topic.partitions().get(0).replicas().size();
    int least =
        value(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG).map(Integer::parseInt).orElse(1);
    long headless = topic.partitions().stream().filter(p -> p.leader() == null).count();
    long behind = topic.partitions().stream().filter(p -> p.isr().size() < least).count();
    if (headless > 0) {
      findings.add(
          Finding.problem(
              REPLICAS,
              topic.name() + ": " + headless + " partition(s) have no leader",
              "start the brokers that hold them: kafka-topics.sh --describe"
                  + " --unavailable-partitions"));
    } else if (behind > 0) {
      findings.add(
          Finding.problem(
              REPLICAS,
              "%s: %d partition(s) have fewer than min.insync.replicas=%d in sync: nothing can be"
                      .formatted(topic.name(), behind, least)
                  + " written",
              "start the brokers that are down: kafka-topics.sh --describe"
                  + " --under-min-isr-partitions"));
    }
    if (brokers > 1 && replicas == 1) {
      findings.add(
          Finding.warning(
              REPLICAS,
              topic.name()
                  + " has one replica on a cluster of "
                  + brokers
                  + ": its broker's disk"
                  + " holds all",
              "kafka-reassign-partitions.sh adds replicas; set"
                  + " flexhb.topic.replication.factor=3 for new topics"));
    } else if (replicas > 1 && least >= replicas) {
      findings.add(
          Finding.warning(
              REPLICAS,
              "%s has min.insync.replicas=%d of %d: no broker can be restarted"
                  .formatted(topic.name(), least, replicas),
              alter(topic.name(), TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, replicas - 1)));
    } else if (replicas > 2 && least == 1) {
      findings.add(
          Finding.warning(
              REPLICAS,
              topic.name()
                  + " has min.insync.replicas=1: records on one broker only are acknowledged,"
                  + " and may be lost with it",
              alter(topic.name(), TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, 2)));
    }
    return findings;
  }

  private List<Finding> retention(Map<String, Config> settings) {
    List<Finding> findings = new ArrayList<>();
    TopicPlan.retentions(config.topics())
        .forEach(
            (topic, planned) ->
                value(settings.get(topic), TopicConfig.RETENTION_MS_CONFIG)
                    .map(Long::parseLong)
                    .filter(millis -> millis >= 0 && millis < planned.toMillis())
                    .ifPresent(
                        millis ->
                            findings.add(
                                Finding.warning(
                                    RETENTION,
                                    "%s keeps records for %s, not for %s"
                                        .formatted(
                                            topic, days(Duration.ofMillis(millis)), days(planned)),
                                    alter(
                                        topic,
                                        TopicConfig.RETENTION_MS_CONFIG,
                                        planned.toMillis())))));
    if (findings.isEmpty()) {
      findings.add(Finding.ok(RETENTION, "as planned, or longer"));
    }
    return findings;
  }

  private static String days(Duration time) {
    return time.toDays() > 0 ? time.toDays() + " days" : time.toMinutes() + " minutes";
  }

  private static String alter(String topic, String key, long value) {
    return "kafka-configs.sh --alter --entity-type topics --entity-name %s --add-config %s=%d"
        .formatted(topic, key, value);
  }

  private static Optional<String> value(Config settings, String key) {
    return Optional.ofNullable(settings).map(all -> all.get(key)).map(entry -> entry.value());
  }

  private <T> T answer(KafkaFuture<T> future) throws ExecutionException, TimeoutException {
    try {
      return future.get(config.whole(Setting.CONNECT_TIMEOUT_MS), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }
}
