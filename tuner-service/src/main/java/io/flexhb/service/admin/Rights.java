package io.flexhb.service.admin;

import io.flexhb.topics.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** The minimal rights in Kafka that each role needs. */
public final class Rights {

  /**
   * One right.
   *
   * @param operation what may be done; READ and WRITE imply DESCRIBE
   */
  public record Right(ResourceType type, String name, PatternType pattern, AclOperation operation) {

    /** {@code WRITE on topic flexhb.metrics.v1}. */
    @Override
    public String toString() {
      String what = type.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      return operation
          + " on "
          + what
          + " "
          + name
          + (pattern == PatternType.PREFIXED ? "* (prefix)" : "");
    }

    /** As a Kafka ACL binding, for requests from any host. */
    public AclBinding binding(String principal) {
      return new AclBinding(
          new ResourcePattern(type, name, pattern),
          new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW));
    }
  }

  private Rights() {}

  /**
   * The rights of a role.
   *
   * @param applicationId of the tuner; its group, changelog and transactions are named after it
   */
  public static List<Right> of(Role role, Topics topics, String applicationId) {
    return switch (role) {
      case TUNER -> tuner(topics, applicationId);
      case TRAINER ->
          rights(
              Map.of(
                  topics.workers(), Set.of(AclOperation.WRITE),
                  topics.metrics(), Set.of(AclOperation.WRITE),
                  topics.commands(), Set.of(AclOperation.READ)));
      case READER -> rights(reader(topics));
      case OPERATOR -> operator(topics);
    };
  }

  private static List<Right> tuner(Topics topics, String applicationId) {
    Map<String, Set<AclOperation>> operations = new TreeMap<>();
    for (String topic : topics.all()) {
      add(
          operations,
          topic,
          AclOperation.CREATE,
          AclOperation.DESCRIBE_CONFIGS,
          AclOperation.WRITE);
    }
    for (String input :
        List.of(topics.studies(), topics.metrics(), topics.workers(), topics.suggestions())) {
      add(operations, input, AclOperation.READ);
    }
    add(operations, topics.installation(), AclOperation.READ);
    List<Right> rights = new ArrayList<>(rights(operations));
    String own = applicationId + "-";
    for (AclOperation operation :
        List.of(AclOperation.CREATE, AclOperation.READ, AclOperation.WRITE)) {
      rights.add(new Right(ResourceType.TOPIC, own, PatternType.PREFIXED, operation));
    }
    rights.add(
        new Right(ResourceType.GROUP, applicationId, PatternType.LITERAL, AclOperation.READ));
    rights.add(
        new Right(ResourceType.TRANSACTIONAL_ID, own, PatternType.PREFIXED, AclOperation.WRITE));
    return rights;
  }

  private static Map<String, Set<AclOperation>> reader(Topics topics) {
    Map<String, Set<AclOperation>> operations = new TreeMap<>();
    for (String topic :
        List.of(topics.studies(), topics.decisions(), topics.trials(), topics.dlq())) {
      add(operations, topic, AclOperation.READ);
    }
    return operations;
  }

  private static List<Right> operator(Topics topics) {
    Map<String, Set<AclOperation>> operations = reader(topics);
    for (String topic : topics.all()) {
      add(
          operations,
          topic,
          AclOperation.CREATE,
          AclOperation.DESCRIBE,
          AclOperation.DESCRIBE_CONFIGS,
          AclOperation.ALTER_CONFIGS);
    }
    // To apply studies, enqueue configurations and resend dead letters.
    for (String input :
        List.of(topics.studies(), topics.suggestions(), topics.workers(), topics.metrics())) {
      add(operations, input, AclOperation.WRITE);
    }
    return rights(operations);
  }

  private static void add(
      Map<String, Set<AclOperation>> operations, String topic, AclOperation... more) {
    operations.computeIfAbsent(topic, name -> new TreeSet<>()).addAll(List.of(more));
  }

  private static List<Right> rights(Map<String, ? extends Collection<AclOperation>> operations) {
    List<Right> rights = new ArrayList<>();
    new TreeMap<>(operations)
        .forEach(
            (topic, allowed) ->
                new TreeSet<>(allowed)
                    .forEach(
                        operation ->
                            rights.add(
                                new Right(
                                    ResourceType.TOPIC, topic, PatternType.LITERAL, operation))));
    return rights;
  }
}
