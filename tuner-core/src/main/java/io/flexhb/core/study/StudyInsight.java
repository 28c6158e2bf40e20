package io.flexhb.core.study;

import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.Correlation;
import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.TrialPool;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.Objective;
import io.flexhb.core.study.rule.BracketArrangement;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A summary of a study's current data, for display: decisions read the state directly.
 *
 * @param correlations of each pair of adjacent bracket start levels, the lowest first; empty unless
 *     they may re-arrange brackets
 * @param places the brackets of a loop as they would be arranged now, or those of the current loop
 *     if a whole loop is decided at once
 * @param pools stopped trials that may be revived, by level, the lowest first
 * @param rungs of asynchronous promotion, by start level, then level, the lowest first; empty for
 *     any other
 */
public record StudyInsight(
    List<Correlation> correlations, List<Place> places, List<Pool> pools, List<RungCount> rungs) {

  /**
   * A place in the loop.
   *
   * @param original the bracket of the table
   * @param plan the bracket that would open there
   */
  public record Place(BracketPlan original, BracketPlan plan) {
    /** Whether FlexBand puts another bracket there. */
    public boolean isReplaced() {
      return !plan.equals(original);
    }
  }

  /**
   * The stopped trials of one level.
   *
   * @param level absolute resource
   * @param trials how many
   * @param bestTrial number of the best
   * @param bestValue its value there, in the user's direction
   */
  public record Pool(long level, int trials, int bestTrial, double bestValue) {}

  /**
   * A rung of asynchronous promotion.
   *
   * @param startLevel where its brackets start
   * @param level absolute resource
   * @param values how many trials have a value there
   * @param wentOn how many of them were promoted to the next
   */
  public record RungCount(long startLevel, long level, int values, int wentOn) {}

  public StudyInsight {
    correlations = List.copyOf(correlations);
    places = List.copyOf(places);
    pools = List.copyOf(pools);
    rungs = List.copyOf(rungs);
  }

  /** The insight into a study with its current values. */
  public static StudyInsight of(StudyState state) {
    List<BracketPlan> table = state.spec().arrangement();
    boolean flexible =
        state.spec().method().brackets() == Method.Brackets.FLEXBAND && table.size() > 1;
    List<Correlation> correlations =
        flexible ? BracketArrangement.correlations(state, table) : List.of();
    List<Integer> sources =
        flexible ? BracketArrangement.loop(state, table, correlations) : List.of();
    List<Place> places = new ArrayList<>();
    for (int place = 0; place < table.size(); place++) {
      int source = flexible ? sources.get(place) : place;
      places.add(new Place(table.get(place), table.get(source)));
    }
    List<Pool> pools = new ArrayList<>();
    state
        .pools()
        .byLevel()
        .forEach((level, trials) -> pools.add(pool(level, trials, state.spec().objective())));
    return new StudyInsight(correlations, places, pools, rungs(state));
  }

  /** The asynchronous rungs. Visits every trial, so that an ended study shows its rungs too. */
  public static List<RungCount> rungs(StudyState state) {
    if (!state.spec().isAsynchronous()) {
      return List.of();
    }
    SortedMap<Long, SortedMap<Long, RungCount>> rungs = new TreeMap<>();
    for (Trial trial : state.trials()) {
      BracketPlan plan = state.brackets().get(trial.bracket()).plan();
      for (int i = 0; i <= trial.rung(); i++) {
        long level = plan.rungs().get(i).resource();
        boolean wentOn = i < trial.rung();
        boolean ended = trial.status() != TrialStatus.FAILED && trial.valueAt(level).isPresent();
        if (wentOn || ended) {
          rungs
              .computeIfAbsent(plan.startLevel(), start -> new TreeMap<>())
              .merge(
                  level,
                  new RungCount(plan.startLevel(), level, 1, wentOn ? 1 : 0),
                  (a, b) ->
                      new RungCount(
                          a.startLevel(), level, a.values() + b.values(), a.wentOn() + b.wentOn()));
        }
      }
    }
    return rungs.values().stream().flatMap(byLevel -> byLevel.values().stream()).toList();
  }

  private static Pool pool(long level, TrialPool trials, Objective objective) {
    Ranked best = trials.iterator().next();
    return new Pool(level, trials.size(), best.trial(), objective.raw(best.value()));
  }
}
