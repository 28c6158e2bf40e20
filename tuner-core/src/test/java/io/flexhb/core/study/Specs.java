package io.flexhb.core.study;

import io.flexhb.core.fidelity.FidelityLevels;
import io.flexhb.core.fidelity.ResourceLadder;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.schedule.FlexBand;
import io.flexhb.core.schedule.GloSH;
import io.flexhb.core.schedule.HyperBand;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.spec.Limits;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.Objective;
import io.flexhb.core.spec.Patience;
import io.flexhb.core.spec.Strategy;
import io.flexhb.core.spec.StudySpec;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Studies for tests: random sampler on the toy function's space, one loop, unless set otherwise.
 */
public final class Specs {
  /** Three numbers: x in [-10, 10], y in [0, 20], z in [0, 10]. */
  private static final SearchSpace NUMBERS =
      SearchSpace.of(List.of(number("x", -10, 10), number("y", 0, 20), number("z", 0, 10)))
          .orElseThrow();

  private final ResourceLadder ladder;
  private Objective objective = new Objective("loss", Objective.Direction.MINIMIZE);
  private SearchSpace space = NUMBERS;
  private ResourceStep step = ResourceStep.ONE;
  private FidelityLevels levels = FidelityLevels.uniform();
  private long seed = 1;
  private String sampler = "random";
  private Method.Brackets brackets = Method.Brackets.HYPERBAND;
  private HyperBand.Sizing sizing = HyperBand.Sizing.FLOOR;
  private Method.Promotion promotion = Method.Promotion.GLOSH;
  private Method.Stopping stopping = Method.Stopping.NONE;
  private Optional<List<Double>> lambdas = Optional.empty();
  private OptionalInt poolMax = OptionalInt.empty();
  private Method.FlexBandOptions flexBand =
      new Method.FlexBandOptions(
          FlexBand.Decide.BRACKET,
          FlexBand.WarmUp.PAIR,
          FlexBand.DEFAULT_WARM_UP_TRIALS,
          FlexBand.DEFAULT_THRESHOLD);
  private OptionalLong budget = OptionalLong.empty();
  private OptionalInt trials = OptionalInt.empty();
  private OptionalInt loops = OptionalInt.of(1);
  private OptionalLong deadlineMillis = OptionalLong.empty();
  private OptionalDouble target = OptionalDouble.empty();
  private OptionalInt failures = OptionalInt.of(Limits.DEFAULT_FAILURES);
  private Patience patience = Patience.DEFAULT;
  private int ahead = StudySpec.DEFAULT_SUGGESTIONS_AHEAD;

  private Specs(ResourceLadder ladder) {
    this.ladder = ladder;
  }

  private static DoubleParameter number(String name, double low, double high) {
    return new DoubleParameter(name, low, high, false, Optional.empty(), Optional.empty());
  }

  public static Specs of(long maxResource, int eta) {
    return new Specs(new ResourceLadder(maxResource, eta, 1));
  }

  public Specs maximise() {
    return objective(new Objective("loss", Objective.Direction.MAXIMIZE));
  }

  public Specs strategy(Strategy strategy) {
    return objective(
        new Objective(
            objective.metric(), objective.direction(), objective.lastValueStands(), strategy));
  }

  public Specs objective(Objective objective) {
    this.objective = objective;
    return this;
  }

  public Specs space(SearchSpace space) {
    this.space = space;
    return this;
  }

  public Specs levels(FidelityLevels levels) {
    this.levels = levels;
    return this;
  }

  public Specs seed(long seed) {
    this.seed = seed;
    return this;
  }

  public Specs sampler(String sampler) {
    this.sampler = sampler;
    return this;
  }

  public Specs brackets(Method.Brackets brackets) {
    this.brackets = brackets;
    return this;
  }

  public Specs sizing(HyperBand.Sizing sizing) {
    this.sizing = sizing;
    return this;
  }

  public Specs promotion(Method.Promotion promotion) {
    this.promotion = promotion;
    return this;
  }

  public Specs stopping(Method.Stopping stopping) {
    this.stopping = stopping;
    return this;
  }

  public Specs lambdas(List<Double> lambdas) {
    this.lambdas = Optional.of(lambdas);
    return this;
  }

  public Specs poolMax(int poolMax) {
    this.poolMax = OptionalInt.of(poolMax);
    return this;
  }

  public Specs flexBand(Method.FlexBandOptions flexBand) {
    this.flexBand = flexBand;
    brackets = Method.Brackets.FLEXBAND;
    return this;
  }

  public Specs limits(Limits limits) {
    budget = limits.budget();
    trials = limits.trials();
    loops = limits.loops();
    deadlineMillis = limits.deadlineMillis();
    target = limits.target();
    failures = limits.failures();
    return this;
  }

  public Specs loops(int loops) {
    this.loops = OptionalInt.of(loops);
    return this;
  }

  /** Ends at the budget and nothing else. */
  public Specs budget(long budget) {
    endless();
    this.budget = OptionalLong.of(budget);
    return this;
  }

  /** Ends at the number of trials and nothing else. */
  public Specs trials(int trials) {
    endless();
    this.trials = OptionalInt.of(trials);
    return this;
  }

  private void endless() {
    budget = OptionalLong.empty();
    trials = OptionalInt.empty();
    loops = OptionalInt.empty();
    deadlineMillis = OptionalLong.empty();
    target = OptionalDouble.empty();
  }

  public Specs deadline(long millis) {
    deadlineMillis = OptionalLong.of(millis);
    return this;
  }

  public Specs target(double target) {
    this.target = OptionalDouble.of(target);
    return this;
  }

  /** Pauses after so many trials that failed in a row; empty = never. */
  public Specs failures(OptionalInt failures) {
    this.failures = failures;
    return this;
  }

  public Specs step(String size) {
    this.step = new ResourceStep(new BigDecimal(size));
    return this;
  }

  public Specs patience(Patience patience) {
    this.patience = patience;
    return this;
  }

  public Specs suggestionsAhead(int ahead) {
    this.ahead = ahead;
    return this;
  }

  public StudySpec spec() {
    return new StudySpec(
        "study",
        objective,
        ladder,
        "epochs",
        step,
        ladder.fidelityLevels(levels),
        space,
        seed,
        new Method(
            "test",
            sampler,
            brackets,
            sizing,
            promotion,
            stopping,
            lambdas.orElseGet(() -> GloSH.defaultLambdas(ladder.sMax() + 1)),
            poolMax,
            flexBand,
            new TreeMap<>()),
        new Limits(budget, trials, loops, deadlineMillis, target, failures),
        patience,
        ahead);
  }
}
