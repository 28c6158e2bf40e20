package io.flexhb.standalone.view;

import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.StudyInsight;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A study as text for people, built from its state alone. */
public final class StudyView {

  private static final int BAR_WIDTH = 9;

  /** A long study has thousands of brackets; most readers want the newest. */
  private static final int NEWEST = 40;

  private StudyView() {}

  /**
   * One line per bracket that is open or among the newest, with how far each of its rungs is
   * filled. The other brackets are only counted. With asynchronous promotion there is one line per
   * start level instead: brackets with the same start level share their rungs, which are never
   * full.
   */
  public static List<String> brackets(StudyState state) {
    if (state.spec().isAsynchronous()) {
      return rungs(state);
    }
    List<String> lines = new ArrayList<>();
    int newest = state.brackets().size() - NEWEST;
    int left = 0;
    for (Bracket bracket : state.brackets()) {
      if (bracket.closed() && bracket.number() < newest) {
        left++;
        continue;
      }
      BracketPlan original = state.spec().arrangement().get(bracket.place());
      String replaced =
          bracket.source() == bracket.place()
              ? ""
              : "  in place of " + original.rungs().get(0).text(state.spec().step());
      lines.add(bracket(bracket, state.spec()) + replaced);
    }
    if (left > 0) {
      lines.add(0, left + " older bracket(s) are closed");
    }
    return lines;
  }

  private static List<String> rungs(StudyState state) {
    Map<Long, StringBuilder> lines = new TreeMap<>();
    for (StudyInsight.RungCount rung : StudyInsight.rungs(state)) {
      boolean last = rung.level() == state.spec().ladder().maxResource();
      lines
          .computeIfAbsent(
              rung.startLevel(),
              start -> new StringBuilder("from %-6s".formatted("@" + state.spec().shown(start))))
          .append(
              "  %5s %d value(s)%s"
                  .formatted(
                      "@" + state.spec().shown(rung.level()),
                      rung.values(),
                      last ? "" : ", " + rung.wentOn() + " went on"));
    }
    return lines.values().stream().map(StringBuilder::toString).toList();
  }

  private static String bracket(Bracket bracket, StudySpec spec) {
    StringBuilder line = new StringBuilder("bracket %-3d".formatted(bracket.number()));
    int rungs = bracket.plan().rungs().size();
    for (int i = 0; i < rungs; i++) {
      int n = bracket.plan().rungs().get(i).n();
      int arrived =
          i < bracket.rung() || (i == bracket.rung() && bracket.closed())
              ? n
              : i == bracket.rung() ? bracket.members().size() - bracket.waiting() : 0;
      line.append(
          "  %5s %s %d/%d"
              .formatted(
                  "@" + spec.shown(bracket.plan().rungs().get(i).resource()),
                  bar(arrived, n),
                  arrived,
                  n));
    }
    return line.toString();
  }

  private static String bar(int part, int whole) {
    int full = Math.min(BAR_WIDTH, part * BAR_WIDTH / whole);
    return "█".repeat(full) + "░".repeat(BAR_WIDTH - full);
  }

  /** The number of trials by status. */
  public static String counts(StudyState state) {
    Map<TrialStatus, Integer> count = new EnumMap<>(TrialStatus.class);
    int revivals = 0;
    for (Trial trial : state.trials()) {
      count.merge(trial.status(), 1, Integer::sum);
      revivals += trial.revivals();
    }
    return "%d trials: %d running, %d waiting, %d paused, %d stopped, %d completed, %d failed; %d revivals"
        .formatted(
            state.trials().size(),
            count.getOrDefault(TrialStatus.RUNNING, 0),
            count.getOrDefault(TrialStatus.PENDING, 0),
            count.getOrDefault(TrialStatus.PAUSED, 0),
            count.getOrDefault(TrialStatus.STOPPED, 0)
                + count.getOrDefault(TrialStatus.DISCARDED, 0),
            count.getOrDefault(TrialStatus.COMPLETED, 0),
            count.getOrDefault(TrialStatus.FAILED, 0),
            revivals);
  }

  /** The resource granted and the resource trained. */
  public static String resource(StudyState state) {
    return "%s: %s granted%s, %s trained"
        .formatted(
            state.spec().unit(),
            state.spec().shown(state.budget().spent()),
            state.spec().limits().budget().isPresent()
                ? " of " + state.spec().shown(state.spec().limits().budget().getAsLong())
                : "",
            state.spec().shown(state.budget().trained()));
  }

  /** The best trial so far: the best at the highest resource any trial has reached. */
  public static Optional<Trial> best(StudyState state) {
    if (state.best().isPresent()) {
      return state.trial(state.best().get().trial());
    }
    return state.trials().toJavaList().stream()
        .filter(t -> t.status() != TrialStatus.FAILED && !t.levels().isEmpty())
        .max(
            Comparator.comparingLong((Trial t) -> highest(t).level())
                .thenComparing(t -> -highest(t).value())
                .thenComparing(t -> -t.number()));
  }

  public static String describeBest(StudyState state) {
    return best(state)
        .map(
            t ->
                "best %s = %s at %s %s (trial %d): %s"
                    .formatted(
                        state.spec().objective().metric(),
                        number(state.spec().objective().raw(highest(t).value())),
                        state.spec().shown(highest(t).level()),
                        state.spec().unit(),
                        t.number(),
                        describe(t.configuration())))
        .orElse("no value yet");
  }

  private static LevelValue highest(Trial trial) {
    return trial.levels().get(trial.levels().size() - 1);
  }

  /** Name and value of each hyperparameter. */
  public static String describe(Configuration configuration) {
    return configuration.values().entrySet().stream()
        .map(e -> e.getKey() + "=" + value(e.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String value(Object value) {
    return value instanceof Double d ? number(d) : value.toString();
  }

  /** Four significant digits. */
  public static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
