package io.flexhb.standalone.doctor;

import io.flexhb.service.TunerService;
import io.flexhb.service.admin.Rights;
import io.flexhb.service.admin.Role;
import io.flexhb.service.admin.TopicProblem;
import io.flexhb.service.admin.TopicsAdmin;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.topics.MissingRight;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;

/** Checks everything that an installation needs. It changes nothing. */
public final class Doctor {

  private static final String RIGHTS = "rights";

  private final TunerConfig config;
  private final Role role;

  /**
   * @param config the configuration of a tuner there
   * @param role whose rights are asked for
   */
  public Doctor(TunerConfig config, Role role) {
    this.config = config;
    this.role = role;
  }

  /** All findings, good and bad. */
  public List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    try (Admin admin = Admin.create(new ClientSettings(config).admin())) {
      BrokerChecks broker = new BrokerChecks(admin, config);
      List<Finding> reached = broker.reach();
      findings.addAll(reached);
      if (reached.stream().noneMatch(f -> f.severity() == Finding.Severity.PROBLEM)) {
        findings.addAll(topics(admin));
        findings.addAll(new TopicSafety(admin, config).examine());
        findings.addAll(rights(admin));
        findings.addAll(broker.clock());
      }
    } catch (KafkaException refused) {
      findings.add(
          Finding.problem(
              "broker",
              "Kafka's client does not start: " + innermost(refused),
              "correct kafka.* and bootstrap.servers"));
    }
    findings.addAll(new RegistryChecks(config).examine());
    findings.addAll(new MachineChecks(config).examine());
    return findings;
  }

  private List<Finding> topics(Admin admin) {
    TopicsAdmin topics = TunerService.topicsAdmin(config, admin);
    try {
      List<Finding> findings = new ArrayList<>();
      for (TopicProblem problem : topics.problems()) {
        String remedy = problem.fix().isEmpty() ? MissingRight.REMEDY : problem.fix();
        findings.add(Finding.problem("topics", problem.topic() + " " + problem.what(), remedy));
      }
      List<String> dated = topics.withWritersTime();
      if (!dated.isEmpty()) {
        findings.add(
            Finding.warning(
                "topics",
                "records of "
                    + dated
                    + " carry their writer's timestamp: those of a clock that is ahead are rejected",
                "flexhb topics apply"));
      }
      if (findings.isEmpty()) {
        findings.add(
            Finding.ok(
                "topics",
                config.topics().all().size()
                    + " topics with "
                    + config.whole(Setting.TOPIC_PARTITIONS)
                    + " partitions, compaction and sizes as needed"));
      }
      return findings;
    } catch (TunerException refused) {
      return List.of(Finding.problem("topics", refused.getMessage(), MissingRight.REMEDY));
    }
  }

  private List<Finding> rights(Admin admin) {
    try {
      List<Rights.Right> missing =
          TunerService.rights(config, admin)
              .missing(Rights.of(role, config.topics(), config.text(Setting.APPLICATION_ID)))
              .stream()
              .toList();
      if (missing.isEmpty()) {
        return List.of(Finding.ok(RIGHTS, "those of a " + name() + " are granted"));
      }
      String remedy = "flexhb topics acls --principal User:NAME --role " + name();
      boolean onlySettings =
          missing.stream().allMatch(r -> r.operation() == AclOperation.DESCRIBE_CONFIGS);
      String message =
          "denied: "
              + missing.stream().map(Rights.Right::toString).collect(Collectors.joining(", "));
      return List.of(
          onlySettings
              ? Finding.warning(RIGHTS, message, remedy)
              : Finding.problem(RIGHTS, message, remedy));
    } catch (TunerException refused) {
      return List.of(Finding.problem(RIGHTS, refused.getMessage(), MissingRight.REMEDY));
    }
  }

  private String name() {
    return role.name().toLowerCase(java.util.Locale.ROOT);
  }

  static String innermost(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
