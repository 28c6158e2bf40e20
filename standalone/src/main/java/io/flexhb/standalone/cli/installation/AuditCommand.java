package io.flexhb.standalone.cli.installation;

import io.flexhb.client.Cluster;
import io.flexhb.client.StudyClient;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.installation.Claim;
import io.flexhb.service.installation.InstallationTopic;
import io.flexhb.standalone.audit.Audit;
import io.flexhb.standalone.audit.AuditResult;
import io.flexhb.standalone.audit.Guarantee;
import io.flexhb.standalone.audit.Violation;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.ExitCode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Proves from the topics that nothing was lost, duplicated or contradicted. */
@Command(
    name = "audit",
    description = {
      "Read all topics of an installation and check its guarantees, decision by decision.",
      "Tuners may run during the audit. Exit code 0 when all guarantees hold, 1 when one is"
          + " violated."
    },
    footer = {"  flexhb audit", "  flexhb audit --application-id my-tuner --output json"})
public final class AuditCommand extends ClientCommand {

  @Option(
      names = "--application-id",
      paramLabel = "ID",
      description =
          "Application whose stores are compared (default: the one that the topics belong to).")
  private String applicationId;

  @Override
  protected int run(StudyClient client) {
    try (KafkaAuditedTopics topics =
        new KafkaAuditedTopics(
            client.cluster(), applicationId(client.cluster()), partition -> {})) {
      AuditResult result = Audit.of(topics);
      output().answer(tree(result), out -> print(out, result));
      return result.violations().isEmpty() ? ExitCode.OK : ExitCode.NO;
    }
  }

  private String applicationId(Cluster cluster) {
    if (applicationId != null) {
      return applicationId;
    }
    TunerConfig config = TunerConfig.of(connection().given());
    // Topics of builds without claims do not name their owner.
    return Optional.of(config.topics().installation())
        .filter(cluster::hasTopic)
        .flatMap(topic -> new InstallationTopic(config, cluster.codec()).current())
        .map(Claim::applicationId)
        .orElseGet(() -> config.text(Setting.APPLICATION_ID));
  }

  private static Map<String, Object> tree(AuditResult result) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("ok", result.violations().isEmpty());
    tree.put("studies", result.incarnations());
    tree.put("decisions", result.decisions());
    Map<String, Object> guarantees = new LinkedHashMap<>();
    for (Guarantee guarantee : Guarantee.values()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("verified", result.verified(guarantee));
      Map<String, Long> unverifiable = new LinkedHashMap<>();
      result.unverifiable(guarantee).forEach((why, count) -> unverifiable.put(why.id(), count));
      one.put("unverifiable", unverifiable);
      guarantees.put(guarantee.id(), one);
    }
    tree.put("guarantees", guarantees);
    List<Map<String, Object>> violations = new ArrayList<>();
    for (Violation violation : result.violations()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("guarantee", violation.guarantee().id());
      one.put("study", violation.study());
      one.put("incarnation", violation.incarnation());
      one.put("at", violation.at());
      one.put("message", violation.message());
      violations.add(one);
    }
    tree.put("violations", violations);
    return tree;
  }

  private static void print(PrintWriter out, AuditResult result) {
    Optional<Violation> first = result.violations().stream().findFirst();
    out.println(
        result.decisions() + " decisions of " + result.incarnations() + " studies were audited");
    for (Guarantee guarantee : Guarantee.values()) {
      boolean violated = result.violations().stream().anyMatch(v -> v.guarantee() == guarantee);
      String unverifiable =
          result.unverifiable(guarantee).entrySet().stream()
              .map(e -> "; " + e.getValue() + " cannot be checked: " + e.getKey().text())
              .collect(Collectors.joining());
      out.printf(
          "%-9s %-8s %s (%d)%s%n",
          guarantee.id(),
          violated ? "VIOLATED" : "ok",
          guarantee.text(),
          result.verified(guarantee),
          unverifiable);
    }
    first.ifPresent(
        violation -> {
          out.println("first of " + result.violations().size() + " violation(s):");
          out.println("  " + violation.guarantee().id() + ": " + violation);
        });
  }
}
