package io.flexhb.standalone.cli.installation;

import io.flexhb.client.Cluster;
import io.flexhb.client.StudyClient;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.installation.Claim;
import io.flexhb.service.installation.InstallationTopic;
import io.flexhb.standalone.audit.Audit;
import io.flexhb.standalone.audit.AuditResult;
import io.flexhb.standalone.audit.Breach;
import io.flexhb.standalone.audit.Guarantee;
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
      "Tuners may run during the audit. Exit code 0 when all guarantees hold, 1 with the first"
          + " breach."
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
      return result.breaches().isEmpty() ? ExitCode.OK : ExitCode.NO;
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
    tree.put("ok", result.breaches().isEmpty());
    tree.put("studies", result.incarnations());
    tree.put("decisions", result.decisions());
    Map<String, Object> promises = new LinkedHashMap<>();
    for (Guarantee promise : Guarantee.values()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("holds", result.held(promise));
      Map<String, Long> hidden = new LinkedHashMap<>();
      result.hidden(promise).forEach((why, count) -> hidden.put(why.id(), count));
      one.put("hidden", hidden);
      promises.put(promise.id(), one);
    }
    tree.put("promises", promises);
    List<Map<String, Object>> breaches = new ArrayList<>();
    for (Breach breach : result.breaches()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("promise", breach.promise().id());
      one.put("study", breach.study());
      one.put("incarnation", breach.incarnation());
      one.put("at", breach.at());
      one.put("text", breach.text());
      breaches.add(one);
    }
    tree.put("breaches", breaches);
    return tree;
  }

  private static void print(PrintWriter out, AuditResult result) {
    Optional<Breach> first = result.breaches().stream().findFirst();
    out.println(
        result.decisions() + " decisions of " + result.incarnations() + " studies were audited");
    for (Guarantee promise : Guarantee.values()) {
      boolean broken = result.breaches().stream().anyMatch(b -> b.promise() == promise);
      String hidden =
          result.hidden(promise).entrySet().stream()
              .map(e -> "; " + e.getValue() + " cannot be checked: " + e.getKey().text())
              .collect(Collectors.joining());
      out.printf(
          "%-9s %-7s %s (%d)%s%n",
          promise.id(), broken ? "BROKEN" : "ok", promise.text(), result.held(promise), hidden);
    }
    first.ifPresent(
        breach -> {
          out.println("first breach, of " + result.breaches().size() + ":");
          out.println("  " + breach.promise().id() + ": " + breach);
        });
  }
}
