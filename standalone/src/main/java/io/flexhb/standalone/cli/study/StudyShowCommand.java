package io.flexhb.standalone.cli.study;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.TrialView;
import io.flexhb.client.BestTrial;
import io.flexhb.client.StatusView;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyDefinition;
import io.flexhb.client.TrialHistory;
import io.flexhb.client.journal.Replay;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.output.RecordTree;
import io.flexhb.standalone.cli.output.ValueFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one study. */
@Command(
    name = "show",
    description = {
      "Show where a study stands: status, plan, trials, best trial; rank correlations and the"
          + " brackets they lead to, weights of the models, pools of stopped trials, suggestions."
    },
    footer = {"  flexhb study show mnist", "  flexhb study show mnist -o json"})
final class StudyShowCommand extends ClientCommand {

  @Parameters(paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Override
  protected int run(StudyClient client) {
    Study existing = client.study(study);
    StudySpec spec = StudyDefinition.specOf(existing);
    List<TrialView> trials = client.trials(existing);
    List<JournalEntry> journal = client.decisions(existing);
    StatusView status = StatusView.of(journal);
    Replay.Result replay = Replay.of(journal);
    if (replay.difference().isPresent()) {
      output()
          .note(
              "brackets, correlations, weights, pools and suggestions are left out: 'flexhb replay "
                  + study
                  + "' says why");
    }
    Optional<InsightText> insight =
        replay.difference().isPresent()
            ? Optional.empty()
            : replay.state().map(state -> new InsightText(state, journal));
    Map<String, Long> counts =
        trials.stream()
            .collect(
                Collectors.groupingBy(
                    t -> t.getStatus().toString(), TreeMap::new, Collectors.counting()));
    Map<Integer, TrialHistory> histories = TrialHistory.of(journal);
    Optional<TrialView> best = BestTrial.of(trials, spec.objective());
    Map<String, Object> tree = PlanText.tree(spec);
    tree.put("incarnation", existing.getIncarnation().toString());
    tree.put("requested", unanswered(existing, status));
    tree.put("status", status.name());
    tree.put("statusReason", status.reason());
    tree.put("trials", counts);
    best.ifPresent(t -> tree.put("best", RecordTree.ofTrial(t)));
    insight.ifPresent(i -> i.addTo(tree));
    StudyWarnings warnings =
        new StudyWarnings(
            trials, replay.difference().isPresent() ? Optional.empty() : replay.state());
    warnings.addTo(tree);
    best.ifPresent(
        t ->
            tree.put(
                "bestMetrics", histories.getOrDefault(t.getTrial(), TrialHistory.NONE).newest()));
    output()
        .answer(
            tree,
            out -> {
              PlanText.print(spec, out);
              out.println(
                  "status: "
                      + status.name()
                      + status
                          .unanswered(existing.getRequestedState())
                          .map(wish -> " (requested " + wish + ", not yet answered)")
                          .orElse("")
                      + (status.reason().isEmpty() ? "" : ": " + status.reason()));
              insight.ifPresent(i -> i.print(out));
              warnings.print(out);
              out.println("trials: " + trials.size() + " " + counts);
              best.ifPresent(
                  t -> {
                    TrialHistory history = histories.getOrDefault(t.getTrial(), TrialHistory.NONE);
                    out.printf(
                        "best: trial %d, %s = %s at %s %s: %s%n",
                        t.getTrial(),
                        spec.objective().metric(),
                        ValueFormat.number(t.getValue()),
                        spec.shown(t.getResource()),
                        spec.unit(),
                        ValueFormat.configuration(t.getConfiguration()));
                    out.printf(
                        "  its newest values: %s; trained for %s by %s%n",
                        ValueFormat.values(history.newest()),
                        ValueFormat.duration(history.trained()),
                        String.join(", ", history.workers()));
                  });
            });
    return ExitCode.OK;
  }

  /** The requested state that is not answered yet; null when there is none. */
  static String unanswered(Study study, StatusView status) {
    return status.unanswered(study.getRequestedState()).map(RequestedState::toString).orElse(null);
  }
}
