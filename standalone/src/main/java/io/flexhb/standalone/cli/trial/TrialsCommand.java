package io.flexhb.standalone.cli.trial;

import io.flexhb.avro.Study;
import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.client.BestTrial;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyDefinition;
import io.flexhb.client.TrialHistory;
import io.flexhb.client.TrialLogs;
import io.flexhb.core.spec.Objective;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.NonNegativeInt;
import io.flexhb.standalone.cli.output.CsvWriter;
import io.flexhb.standalone.cli.output.RecordTree;
import io.flexhb.standalone.cli.output.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the trials of a study. */
@Command(
    name = "trials",
    description = {
      "List the trials of a study: status, newest value of every metric, workers and training"
          + " time. With --curve, list all values of one trial at each level."
    },
    footer = {
      "  flexhb trials mnist --sort value",
      "  flexhb trials mnist --status COMPLETED -o json",
      "  flexhb trials mnist --curve 17",
      "  flexhb trials mnist --csv > trials.csv"
    })
public final class TrialsCommand extends ClientCommand {

  /** Orders of the list. */
  enum Sort {
    TRIAL,
    VALUE
  }

  @Parameters(paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Option(
      names = "--sort",
      paramLabel = "trial|value",
      defaultValue = "trial",
      description =
          "Order: by number, or the best value at the highest resource first (default"
              + " ${DEFAULT-VALUE}).")
  private Sort sort = Sort.TRIAL;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only trials of this status: ${COMPLETION-CANDIDATES}.")
  private TrialStatus status;

  @Option(
      names = "--logs",
      description = "Show where the output of each attempt is kept, as its worker reported.")
  private boolean logs;

  @Option(
      names = "--curve",
      paramLabel = "N",
      converter = NonNegativeInt.class,
      description = "All values of this trial instead of the list.")
  private Integer curve;

  @Option(names = "--csv", description = "Print comma-separated values.")
  private boolean csv;

  @Override
  protected int run(StudyClient client) {
    Study existing = client.study(study);
    StudySpec spec = StudyDefinition.specOf(existing);
    Objective objective = spec.objective();
    List<TrialView> trials =
        client.trials(existing).stream()
            .filter(trial -> status == null || trial.getStatus() == status)
            .sorted(sort == Sort.VALUE ? BestTrial.order(objective) : (a, b) -> 0)
            .toList();
    if (logs) {
      return showLogs(trials, TrialLogs.in(client.decisions(existing)));
    }
    Map<Integer, TrialHistory> histories = TrialHistory.of(client.decisions(existing));
    if (curve != null) {
      return showCurve(spec, histories.getOrDefault(curve, TrialHistory.NONE));
    }
    TrialTable table = new TrialTable(objective.metric(), trials, histories);
    if (csv) {
      table.csv(new CsvWriter(output().out()));
      output().out().flush();
      return ExitCode.OK;
    }
    output()
        .answer(
            table.tree(),
            out -> {
              table.print(out);
              noteNewestFailure(trials);
            });
    return ExitCode.OK;
  }

  private int showLogs(List<TrialView> trials, TrialLogs where) {
    output()
        .answer(
            trials.stream().map(trial -> beside(trial, where.of(trial))).toList(),
            out -> {
              Table table = new Table("TRIAL", "STATUS", "ATTEMPT", "WORKER", "LOG");
              trials.forEach(
                  trial ->
                      where
                          .of(trial)
                          .forEach(
                              log ->
                                  table.row(
                                      trial.getTrial(),
                                      trial.getStatus(),
                                      log.attempt(),
                                      log.worker(),
                                      log.place())));
              table.print(out);
            });
    return ExitCode.OK;
  }

  /** The view as a tree, with its logs. */
  private static Object beside(TrialView trial, List<TrialLogs.Log> logs) {
    Map<String, Object> tree = new LinkedHashMap<>();
    ((Map<?, ?>) RecordTree.of(trial)).forEach((name, value) -> tree.put(name.toString(), value));
    List<Object> shown = new ArrayList<>();
    for (TrialLogs.Log log : logs) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("attempt", log.attempt());
      one.put("worker", log.worker());
      one.put("log", log.place());
      shown.add(one);
    }
    tree.put("logs", shown);
    return tree;
  }

  private int showCurve(StudySpec spec, TrialHistory history) {
    LearningCurveTable table =
        new LearningCurveTable(spec.objective().metric(), spec.step(), history);
    if (table.isEmpty()) {
      throw CommandFailure.no("trial " + curve + " of study '" + study + "' has no values");
    }
    if (csv) {
      table.csv(new CsvWriter(output().out()));
      output().out().flush();
    } else {
      output().answer(table.tree(), table::print);
    }
    return ExitCode.OK;
  }

  /** An error in the training script fails many trials for one reason, so the newest is enough. */
  private void noteNewestFailure(List<TrialView> trials) {
    List<TrialView> failed =
        trials.stream().filter(trial -> trial.getStatus() == TrialStatus.FAILED).toList();
    failed.stream()
        .max(Comparator.comparingLong(TrialView::getDecision))
        .ifPresent(
            newest ->
                output()
                    .note(
                        "%d failed; the newest, trial %d, %s"
                            .formatted(failed.size(), newest.getTrial(), newest.getReason())));
  }
}
