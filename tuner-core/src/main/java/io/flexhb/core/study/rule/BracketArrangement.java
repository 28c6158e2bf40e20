package io.flexhb.core.study.rule;

import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.BudgetTail;
import io.flexhb.core.schedule.Correlation;
import io.flexhb.core.schedule.FlexBand;
import io.flexhb.core.schedule.KendallTau;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.JointValues;
import io.flexhb.core.study.state.StudyState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which bracket opens next (Li et al. 2017, Alg. 1; FlexHB, FlexBand; docs/algorithms.md section
 * 4).
 */
public final class BracketArrangement {

  private BracketArrangement() {}

  /** Why no further bracket may open; empty when one may. */
  static Optional<String> endOfBrackets(StudyState state) {
    List<BracketPlan> table = state.spec().arrangement();
    int number = state.brackets().size();
    if (state.spec().limits().loops().isPresent()
        && number >= state.spec().limits().loops().getAsInt() * table.size()) {
      return Optional.of(Text.of("%d loop(s) are done", state.spec().limits().loops().getAsInt()));
    }
    if (!fits(state, table)) {
      return Optional.of(
          Text.of(
              "the budget of %s is used up",
              state.spec().shown(state.spec().limits().budget().getAsLong())));
    }
    return Optional.empty();
  }

  /**
   * Whether the next bracket fits into the budget: one of its trials to the largest resource if the
   * end is planned, otherwise its first rung.
   */
  private static boolean fits(StudyState state, List<BracketPlan> table) {
    if (state.spec().method().plansTail()) {
      return unplanned(state) >= state.spec().ladder().maxResource();
    }
    long remaining = state.remainingBudget();
    int place = state.brackets().size() % table.size();
    long original = table.get(place).firstRungCost();
    long neighbour = table.get(Math.max(0, place - 1)).firstRungCost();
    if (Math.max(original, neighbour) <= remaining || Math.min(original, neighbour) > remaining) {
      return original <= remaining;
    }
    // Only here does it matter which of the two brackets opens, so tau is computed only here.
    return table.get(choose(state).source()).firstRungCost() <= remaining;
  }

  /** The remaining budget after every open bracket is trained to its end. */
  private static long unplanned(StudyState state) {
    long left = state.remainingBudget();
    if (left == Long.MAX_VALUE) {
      return left;
    }
    for (int number : state.open()) {
      left -= PromotionRule.of(state.spec()).planned(state.brackets().get(number));
    }
    return left;
  }

  /** The bracket, made smaller if the end is planned and the budget is too small for all of it. */
  private static BracketPlan affordable(StudyState state, BracketPlan plan) {
    return state.spec().method().plansTail()
        ? BudgetTail.fit(plan, state.spec().ladder().eta(), unplanned(state)).orElseThrow()
        : plan;
  }

  /** Opens the next bracket in the arrangement. */
  static RuleResult open(RuleContext study) {
    int number = study.state().brackets().size();
    Choice choice = choose(study.state());
    BracketPlan plan = affordable(study.state(), study.spec().arrangement().get(choice.source()));
    ResultBuilder found =
        study
            .result()
            .fact(
                new Fact.BracketOpened(
                    number,
                    choice.place(),
                    choice.source(),
                    plan,
                    choice.correlations(),
                    choice.loopSources()));
    return explained(found, study, number, choice, plan).done();
  }

  private record Choice(
      int place, int source, List<Correlation> correlations, List<Integer> loopSources) {}

  private static Choice choose(StudyState state) {
    List<BracketPlan> table = state.spec().arrangement();
    int place = state.brackets().size() % table.size();
    Method method = state.spec().method();
    if (method.brackets() != Method.Brackets.FLEXBAND || table.size() == 1) {
      return new Choice(place, place, List.of(), List.of());
    }
    if (method.flexBand().decide() == FlexBand.Decide.LOOP) {
      return place == 0 ? wholeLoop(state, table) : frozen(state, place);
    }
    if (place == 0) {
      return new Choice(0, 0, List.of(), List.of());
    }
    Correlation correlation =
        correlation(state, table.get(place - 1).startLevel(), table.get(place).startLevel());
    Method.FlexBandOptions options = method.flexBand();
    boolean replaced =
        FlexBand.replaces(
            correlation,
            fewestAtALevel(state, table),
            options.threshold(),
            options.warmUp(),
            options.warmUpTrials());
    return new Choice(place, replaced ? place - 1 : place, List.of(correlation), List.of());
  }

  private static Choice wholeLoop(StudyState state, List<BracketPlan> table) {
    List<Correlation> correlations = correlations(state, table);
    List<Integer> sources = arrange(state, table, correlations);
    return new Choice(0, sources.get(0), correlations, sources);
  }

  private static Choice frozen(StudyState state, int place) {
    return new Choice(place, state.loopSources().get(place), List.of(), List.of());
  }

  /**
   * The bracket of the table at each place: as decided for the current loop if whole loops are
   * decided at once, otherwise according to these correlations.
   */
  public static List<Integer> loop(
      StudyState state, List<BracketPlan> table, List<Correlation> correlations) {
    boolean decided =
        state.spec().method().flexBand().decide() == FlexBand.Decide.LOOP
            && state.brackets().size() % table.size() != 0;
    return decided ? state.loopSources() : arrange(state, table, correlations);
  }

  private static List<Integer> arrange(
      StudyState state, List<BracketPlan> table, List<Correlation> correlations) {
    Method.FlexBandOptions options = state.spec().method().flexBand();
    return FlexBand.arrange(
        correlations,
        fewestAtALevel(state, table),
        options.threshold(),
        options.warmUp(),
        options.warmUpTrials());
  }

  private static int fewestAtALevel(StudyState state, List<BracketPlan> table) {
    return table.stream()
        .mapToInt(plan -> state.measured().trialsAt(plan.startLevel()))
        .min()
        .orElseThrow();
  }

  /** Correlation of each pair of adjacent start levels, the lowest first. */
  public static List<Correlation> correlations(StudyState state, List<BracketPlan> table) {
    List<Correlation> correlations = new ArrayList<>();
    for (int j = 1; j < table.size(); j++) {
      correlations.add(
          correlation(state, table.get(j - 1).startLevel(), table.get(j).startLevel()));
    }
    return correlations;
  }

  /** The correlation of two adjacent rung levels. */
  private static Correlation correlation(StudyState state, long low, long high) {
    JointValues joint = state.measured().joint(low);
    double tau = KendallTau.tauA(joint.low(), joint.high());
    return new Correlation(low, high, tau, joint.size());
  }

  private static ResultBuilder explained(
      ResultBuilder found, RuleContext study, int number, Choice choice, BracketPlan plan) {
    StudySpec spec = study.spec();
    BracketPlan whole = spec.arrangement().get(choice.source());
    boolean replaced = choice.source() != choice.place();
    String text =
        Text.of(
            "bracket %d opens: %s%s%s",
            number,
            plan.text(spec.step()),
            replaced
                ? ", in place of " + spec.arrangement().get(choice.place()).text(spec.step())
                : "",
            plan.equals(whole)
                ? ""
                : Text.of(
                    ", smaller than %s: the budget has %s left that is not planned for",
                    whole.text(spec.step()), spec.shown(unplanned(study.state()))));
    SortedMap<String, String> values = new TreeMap<>();
    for (Correlation c : choice.correlations()) {
      values.put(
          Text.of("tau %s:%s", spec.shown(c.low()), spec.shown(c.high())),
          Text.of("%s over %d trials", c.tau(), c.trials()));
    }
    values.put("place", Integer.toString(choice.place()));
    values.put("source", Integer.toString(choice.source()));
    String rule =
        switch (spec.method().brackets()) {
          case FLEXBAND -> "flexband";
          case SINGLE -> "successive-halving";
          case HYPERBAND, NONE -> "hyperband";
        };
    return found.because(rule, -1, text, values);
  }
}
