package io.flexhb.standalone.cli.study;

import io.flexhb.avro.TrialView;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.flexhb.standalone.view.StudyView;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Problems of a study that its owner should look into. */
final class StudyWarnings {

  /** Maximum number of trials that are listed individually. */
  private static final int MOST = 5;

  private final List<TrialView> rejected;
  private final Optional<StudyState> state;

  /**
   * @param trials of the study
   * @param state of the study, if it is known
   */
  StudyWarnings(List<TrialView> trials, Optional<StudyState> state) {
    this.rejected =
        trials.stream()
            .filter(trial -> !trial.getRejection().isEmpty())
            .sorted(Comparator.comparingLong(TrialView::getDecision).reversed())
            .toList();
    this.state = state;
  }

  /** Trials that are failed points of the models, by the lowest level at which they are. */
  private Map<Long, List<Trial>> failedPoints() {
    Map<Long, List<Trial>> failed = new TreeMap<>();
    for (Trial trial : state.map(s -> s.trials().toJavaList()).orElse(List.of())) {
      if (trial.status() == TrialStatus.FAILED && trial.failedAt().isPresent()) {
        failed.computeIfAbsent(trial.failedAt().getAsLong(), level -> new ArrayList<>()).add(trial);
      }
    }
    return failed;
  }

  private static Map<String, Long> byWorker(Map<Long, List<Trial>> failed) {
    return failed.values().stream()
        .flatMap(List::stream)
        .collect(
            Collectors.groupingBy(
                trial -> trial.slot().map(SlotId::worker).orElse("?"),
                TreeMap::new,
                Collectors.counting()));
  }

  private boolean isOvertrained() {
    return state.filter(s -> s.budget().isOvertrained(s.spec().ladder().maxResource())).isPresent();
  }

  void addTo(Map<String, Object> tree) {
    state.ifPresent(
        s -> {
          Map<String, Object> resource = new LinkedHashMap<>();
          resource.put("granted", s.spec().step().number(s.budget().spent()));
          resource.put("promised", s.spec().step().number(s.budget().reserved()));
          resource.put("trained", s.spec().step().number(s.budget().trained()));
          resource.put("overtrained", isOvertrained());
          tree.put("resourceUsed", resource);
          Map<Long, List<Trial>> failed = failedPoints();
          Map<String, Object> points = new LinkedHashMap<>();
          failed.forEach(
              (level, trials) ->
                  points.put(s.spec().shown(level), trials.stream().map(Trial::number).toList()));
          tree.put("failedPoints", points);
          tree.put("failedPointsByWorker", byWorker(failed));
        });
    tree.put(
        "rejections",
        rejected.stream()
            .map(
                trial -> {
                  Map<String, Object> of = new LinkedHashMap<>();
                  of.put("trial", trial.getTrial());
                  of.put("attempt", trial.getAttempt());
                  of.put("reason", trial.getRejection());
                  return of;
                })
            .toList());
  }

  void print(PrintWriter out) {
    state.map(StudyView::resource).ifPresent(out::println);
    if (isOvertrained()) {
      out.println(
          "  far more is trained than granted: trainers report less often than rungs are apart, or"
              + " do not wait at their boundary; report each unit, or wait at untilResource");
    }
    Map<Long, List<Trial>> failed = failedPoints();
    if (!failed.isEmpty()) {
      out.println("failed points of the models (a broken machine looks like a bad region):");
      failed.forEach(
          (level, trials) ->
              out.printf(
                  "  from @%s: %d trial(s): %s%n",
                  state.orElseThrow().spec().shown(level), trials.size(), numbers(trials)));
      out.println(
          "  by worker: "
              + byWorker(failed).entrySet().stream()
                  .map(e -> e.getKey() + " " + e.getValue())
                  .collect(Collectors.joining(", ")));
    }
    if (!rejected.isEmpty()) {
      out.printf("reports of %d trial(s) could not be used:%n", rejected.size());
      rejected.stream()
          .limit(MOST)
          .forEach(
              trial -> out.printf("  attempt %d: %s%n", trial.getAttempt(), trial.getRejection()));
    }
  }

  private static String numbers(List<Trial> trials) {
    String shown =
        trials.stream()
            .limit(4 * MOST)
            .map(trial -> Integer.toString(trial.number()))
            .collect(Collectors.joining(", "));
    return trials.size() > 4 * MOST ? shown + ", ..." : shown;
  }
}
