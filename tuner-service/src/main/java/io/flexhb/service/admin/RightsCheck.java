package io.flexhb.service.admin;

import io.flexhb.service.failure.TunerException;
import io.flexhb.topics.MissingRight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Asks the broker for the client's own rights. This needs no right itself; a broker without an
 * authorizer allows everything. The broker cannot be asked about transactions. About topics that do
 * not exist it says only whether the client may see them.
 */
public final class RightsCheck {

  private final Admin admin;
  private final AdminCalls answers;

  /**
   * @param admin not owned; connects as the principal whose rights are checked
   * @param brokers for messages
   * @param timeout of each request
   */
  public RightsCheck(Admin admin, String brokers, Duration timeout) {
    this.admin = admin;
    this.answers = new AdminCalls(brokers, timeout);
  }

  /**
   * Returns when all rights are granted.
   *
   * @param who needs them, for the message
   * @throws TunerException naming all denied rights
   */
  public void require(String who, Collection<Rights.Right> needed) {
    List<Rights.Right> missing = missing(needed);
    if (!missing.isEmpty()) {
      throw new TunerException(
          "Kafka at "
              + answers.brokers()
              + " denies "
              + who
              + ":\n"
              + missing.stream().map(right -> "  " + right).collect(Collectors.joining("\n"))
              + "\n"
              + MissingRight.REMEDY);
    }
  }

  /** Returns the denied ones of the rights. */
  public List<Rights.Right> missing(Collection<Rights.Right> needed) {
    List<Rights.Right> missing = new ArrayList<>();
    Map<String, List<Rights.Right>> byTopic = byTopic(needed);
    ExistingTopics found = ExistingTopics.of(admin, answers, byTopic.keySet());
    byTopic.forEach(
        (topic, rights) -> {
          if (found.hidden().contains(topic)) {
            missing.addAll(rights);
          } else if (found.present().containsKey(topic)) {
            Set<AclOperation> allowed = allowed(found.present().get(topic));
            rights.stream()
                .filter(right -> right.operation() != AclOperation.CREATE)
                .filter(right -> !allowed.contains(right.operation()))
                .forEach(missing::add);
          }
        });
    needed.stream()
        .filter(right -> right.type() == ResourceType.GROUP)
        .filter(this::isDenied)
        .forEach(missing::add);
    return missing;
  }

  /** Rights on a name prefix are checked on the existing topics. */
  private Map<String, List<Rights.Right>> byTopic(Collection<Rights.Right> needed) {
    Map<String, List<Rights.Right>> byTopic = new TreeMap<>();
    Set<String> existing = answers.to("list the topics", admin.listTopics().names());
    for (Rights.Right right : needed) {
      if (right.type() != ResourceType.TOPIC) {
        continue;
      }
      Stream<String> names =
          right.pattern() == PatternType.LITERAL
              ? Stream.of(right.name())
              : existing.stream().filter(topic -> topic.startsWith(right.name()));
      names.forEach(name -> byTopic.computeIfAbsent(name, n -> new ArrayList<>()).add(right));
    }
    return byTopic;
  }

  private static Set<AclOperation> allowed(TopicDescription topic) {
    Set<AclOperation> allowed = topic.authorizedOperations();
    // The broker is too old to report rights.
    return allowed == null ? Set.of(AclOperation.values()) : allowed;
  }

  private boolean isDenied(Rights.Right right) {
    try {
      Set<AclOperation> allowed =
          answers
              .to(
                  "describe group " + right.name(),
                  admin
                      .describeConsumerGroups(
                          List.of(right.name()),
                          new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true))
                      .describedGroups()
                      .get(right.name()))
              .authorizedOperations();
      return allowed != null && !allowed.contains(right.operation());
    } catch (TunerException failure) {
      if (failure.getCause() instanceof AuthorizationException) {
        return true;
      }
      if (failure.getCause() instanceof GroupIdNotFoundException) {
        // The group has no member yet. The broker checks rights before existence, so they are
        // granted.
        return false;
      }
      throw failure;
    }
  }
}
