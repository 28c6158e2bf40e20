package io.flexhb.standalone.cli;

import io.flexhb.avro.Study;
import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.core.spec.Objective;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the trials of a study. */
@Command(
    name = "trials",
    description = "List the trials of a study.",
    footer = {
      "  flexhb trials mnist --sort value",
      "  flexhb trials mnist --status COMPLETED -o json"
    })
final class TrialsCommand extends ClientCommand {

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
      description = "Where the output of each attempt is kept, as its worker said it.")
  private boolean logs;

  @Override
  int run(Cluster cluster, StudyRecords records) {
    Study existing = records.existing(study);
    Objective objective = Definition.of(existing).objective();
    List<TrialView> trials =
        records.trials(existing).stream()
            .filter(trial -> status == null || trial.getStatus() == status)
            .sorted(sort == Sort.VALUE ? Best.order(objective) : (a, b) -> 0)
            .toList();
    if (logs) {
      return showLogs(trials, TrialLogs.in(records.decisions(existing)));
    }
    output()
        .answer(
            Show.tree(trials),
            out -> {
              Table table =
                  new Table(
                      "TRIAL",
                      "STATUS",
                      "BRACKET",
                      "RUNG",
                      "RESOURCE",
                      objective.metric(),
                      "ATTEMPT",
                      "CONFIGURATION");
              trials.forEach(
                  t ->
                      table.row(
                          t.getTrial(),
                          t.getStatus(),
                          t.getBracket(),
                          t.getRung(),
                          t.getResource(),
                          t.getValue() == null ? "-" : Show.number(t.getValue()),
                          t.getAttempt(),
                          Show.configuration(t.getConfiguration())));
              table.print(out);
              tellWhyTheyFail(trials);
            });
    return ExitCode.OK;
  }

  private int showLogs(List<TrialView> trials, TrialLogs where) {
    output()
        .answer(
            trials.stream().map(where::beside).toList(),
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

  /** A mistake of the trainer fails trial after trial, for one reason. */
  private void tellWhyTheyFail(List<TrialView> trials) {
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
