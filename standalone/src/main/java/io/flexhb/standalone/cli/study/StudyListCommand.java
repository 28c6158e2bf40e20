package io.flexhb.standalone.cli.study;

import io.flexhb.avro.Study;
import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.client.StatusView;
import io.flexhb.client.StudyClient;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.output.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Lists all studies. */
@Command(
    name = "list",
    description = "List all studies.",
    footer = {"  flexhb study list", "  flexhb study list -o json | jq '.[].study'"})
final class StudyListCommand extends ClientCommand {

  @Override
  protected int run(StudyClient client) {
    List<Study> studies = client.studies();
    Map<UUID, StatusView> statuses = client.statuses();
    Map<UUID, List<TrialView>> trials =
        client.allTrials().stream().collect(Collectors.groupingBy(TrialView::getIncarnation));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Study study : studies) {
      List<TrialView> own = trials.getOrDefault(study.getIncarnation(), List.of());
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("study", study.getStudy());
      // Before a tuner accepts the study there is only the request.
      StatusView status = statuses.getOrDefault(study.getIncarnation(), StatusView.UNKNOWN);
      row.put("requested", StudyShowCommand.unanswered(study, status));
      row.put("status", status.name());
      row.put("statusReason", status.reason());
      row.put("trials", own.size());
      row.put("running", count(own, TrialStatus.RUNNING));
      row.put("completed", count(own, TrialStatus.COMPLETED));
      row.put("failed", count(own, TrialStatus.FAILED));
      row.put("incarnation", study.getIncarnation().toString());
      rows.add(row);
    }
    output()
        .answer(
            rows,
            out -> {
              if (rows.isEmpty()) {
                out.println("no studies; 'flexhb study apply FILE' creates one");
                return;
              }
              Table table =
                  new Table(
                      "STUDY", "STATUS", "REQUESTED", "TRIALS", "RUNNING", "COMPLETED", "FAILED");
              rows.forEach(
                  r ->
                      table.row(
                          r.get("study"),
                          r.get("status"),
                          Objects.requireNonNullElse(r.get("requested"), ""),
                          r.get("trials"),
                          r.get("running"),
                          r.get("completed"),
                          r.get("failed")));
              table.print(out);
              notePauseReasons(studies, statuses);
            });
    return ExitCode.OK;
  }

  /** A study that was not paused by its owner needs attention. */
  private void notePauseReasons(List<Study> studies, Map<UUID, StatusView> statuses) {
    for (Study study : studies) {
      StatusView status = statuses.getOrDefault(study.getIncarnation(), StatusView.UNKNOWN);
      if (status.isPaused() && !status.reason().isEmpty()) {
        output().note("study " + study.getStudy() + " is " + status);
      }
    }
  }

  private static long count(List<TrialView> trials, TrialStatus status) {
    return trials.stream().filter(trial -> trial.getStatus() == status).count();
  }
}
