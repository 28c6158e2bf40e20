package io.flexhb.simulator;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.schedule.FlexBand;
import io.flexhb.core.schedule.HyperBand;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.OrdinalParameter;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.spec.Limits;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.Patience;
import io.flexhb.core.spec.Strategy;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.Specs;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;

/**
 * A study, a fleet and what goes wrong, all drawn from one seed; its text is enough to repeat it.
 */
record Scenario(int maxResource, int eta, int workers, long seed, double trouble) {

  /** Curves are fitted for each new value, which takes the longer the more values there are. */
  private static final int LONGEST_CURVE = 40;

  /** Scenarios in which nothing goes wrong. */
  static final class Untroubled implements ArbitrarySupplier<Scenario> {
    @Override
    public Arbitrary<Scenario> get() {
      return scenarios(Arbitraries.just(0.0));
    }
  }

  /** Scenarios in which parts are lost, late or repeated. */
  static final class Troubled implements ArbitrarySupplier<Scenario> {
    @Override
    public Arbitrary<Scenario> get() {
      return scenarios(Arbitraries.integers().between(1, 150).map(permille -> permille / 1000.0));
    }
  }

  private static Arbitrary<Scenario> scenarios(Arbitrary<Double> trouble) {
    return Combinators.combine(
            Arbitraries.integers().between(1, 100),
            Arbitraries.integers().between(2, 5),
            Arbitraries.integers().between(1, 64),
            Arbitraries.longs(),
            trouble)
        .as(Scenario::new);
  }

  SimulationPlan plan() {
    return SimulationPlan.of(spec(false), objective())
        .extendedBy(extensions())
        .with(fleet())
        .with(new RandomSampler())
        .with(faults())
        .withSeed(seed)
        .withMaxEvents(300_000)
        .resumedAfter(5_000);
  }

  /** Curves are fitted to values in [0, 1] only. */
  private ObjectiveFunction objective() {
    ToyFunction toy = new ToyFunction(0.5);
    return stopsByCurve()
        ? (configuration, resource, noise) ->
            Math.min(1, Math.max(0, 0.7 + toy.value(configuration, resource, noise) / 60))
        : toy;
  }

  boolean stopsByCurve() {
    return spec(false).method().stopping() == Method.Stopping.CURVE;
  }

  /** The same, with the sign of the objective turned and so of its direction. */
  SimulationPlan turned() {
    ToyFunction toy = new ToyFunction(0.5);
    SimulationPlan plan = plan();
    return new SimulationPlan(
        spec(true),
        (configuration, resource, noise) -> -toy.value(configuration, resource, noise),
        plan.fleet(),
        plan.sampler(),
        plan.faults(),
        plan.seed(),
        plan.maxEvents(),
        plan.resumeMillis(),
        Stream.of(extensions()).map(Scenario::turned).toList());
  }

  private static Limits turned(Limits limits) {
    OptionalDouble target =
        limits.target().isPresent()
            ? OptionalDouble.of(-limits.target().getAsDouble())
            : OptionalDouble.empty();
    return new Limits(
        limits.budget(),
        limits.trials(),
        limits.loops(),
        limits.deadlineMillis(),
        target,
        limits.failures());
  }

  /** Somebody wants more of the study, twice; what ended it may be raised too little. */
  private Limits[] extensions() {
    if (draw("extended").nextBoolean(0.6)) {
      return new Limits[0];
    }
    Limits once = raised(spec(false).limits(), draw("once"));
    return new Limits[] {once, raised(once, draw("twice"))};
  }

  private static Limits raised(Limits limits, CounterRandom draw) {
    return new Limits(
        limits.budget().isPresent()
            ? OptionalLong.of(limits.budget().getAsLong() + draw.nextInt(300))
            : OptionalLong.empty(),
        limits.trials().isPresent()
            ? OptionalInt.of(limits.trials().getAsInt() + draw.nextInt(30))
            : OptionalInt.empty(),
        limits.loops().isPresent()
            ? OptionalInt.of(limits.loops().getAsInt() + draw.nextInt(2))
            : OptionalInt.empty(),
        limits.deadlineMillis().isPresent()
            ? OptionalLong.of(limits.deadlineMillis().getAsLong() + draw.nextInt(400_000))
            : OptionalLong.empty(),
        draw.nextBoolean(0.5) ? OptionalDouble.empty() : limits.target(),
        limits.failures());
  }

  private Strategy strategy() {
    CounterRandom draw = draw("strategy");
    if (draw.nextBoolean(0.8)) {
      return Strategy.LAST;
    }
    return draw.nextBoolean(0.5) ? Strategy.BEST : Strategy.meanOfLast(2 + draw.nextInt(4));
  }

  private long stallMillis() {
    return draw("stall").nextBoolean(0.5) ? 1_000 : 600_000;
  }

  private CounterRandom draw(String purpose) {
    return CounterRandom.of(seed, purpose, 0);
  }

  StudySpec spec(boolean maximise) {
    CounterRandom draw = draw("spec");
    Specs specs =
        Specs.of(maxResource, eta)
            .seed(seed)
            .sampler(draw.nextBoolean(0.7) ? "random" : "fgf")
            .sizing(draw.nextBoolean(0.7) ? HyperBand.Sizing.FLOOR : HyperBand.Sizing.CEIL)
            .promotion(promotion(draw.nextBoolean(0.75)))
            .patience(new Patience(1 + draw.nextInt(3), 3_000, 6_000, 4_000, stallMillis(), 500));
    if (maximise) {
      specs.maximise();
    }
    specs.strategy(strategy());
    if (draw.nextBoolean(0.2)) {
      specs.poolMax(1 + draw.nextInt(5));
    }
    if (draw.nextBoolean(0.1)) {
      specs.space(few(1 + draw.nextInt(6)));
    }
    double stopping = draw("stopping").nextDouble();
    if (stopping < 0.25) {
      boolean curve = stopping < 0.05 && maxResource <= LONGEST_CURVE;
      specs.stopping(curve ? Method.Stopping.CURVE : Method.Stopping.MEDIAN);
    }
    brackets(specs, draw);
    limits(specs, draw, maximise);
    specs.failures(failures());
    return specs.suggestionsAhead(draw.nextInt(4)).spec();
  }

  private Method.Promotion promotion(boolean revives) {
    return draw("asha").nextBoolean(0.25)
        ? Method.Promotion.ASHA
        : revives ? Method.Promotion.GLOSH : Method.Promotion.SH;
  }

  /** A space that is soon exhausted. */
  private static SearchSpace few(int size) {
    return SearchSpace.of(
            List.of(
                new IntParameter("x", 1, size, false, 1, Optional.empty()),
                OrdinalParameter.of("y", 2, 5),
                OrdinalParameter.of("z", 1, 3, 9)))
        .orElseThrow();
  }

  private void brackets(Specs specs, CounterRandom draw) {
    double kind = draw.nextDouble();
    if (draw("single").nextBoolean(0.15)) {
      specs.brackets(Method.Brackets.SINGLE);
    } else if (kind < 0.1) {
      specs.brackets(Method.Brackets.NONE);
    } else if (kind < 0.4) {
      specs.brackets(Method.Brackets.HYPERBAND);
    } else {
      specs.flexBand(
          new Method.FlexBandOptions(
              draw.nextBoolean(0.5) ? FlexBand.Decide.BRACKET : FlexBand.Decide.LOOP,
              draw.nextBoolean(0.5) ? FlexBand.WarmUp.PAIR : FlexBand.WarmUp.ALL,
              2 + draw.nextInt(10),
              0.3));
    }
  }

  private void limits(Specs specs, CounterRandom draw, boolean maximise) {
    double kind = draw.nextDouble();
    if (kind < 0.5) {
      specs.loops(1);
    } else if (kind < 0.8) {
      specs.budget(maxResource + draw.nextInt(10 * maxResource));
    } else {
      specs.trials(1 + draw.nextInt(60));
    }
    if (draw.nextBoolean(0.1)) {
      specs.deadline(1 + draw.nextInt(200_000));
    }
    if (draw.nextBoolean(0.05)) {
      specs.target(maximise ? 39 : -39);
    }
  }

  /** Often so few that they come in a row, since most trials get somewhere. */
  private OptionalInt failures() {
    CounterRandom draw = draw("failures");
    if (draw.nextBoolean(0.1)) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(draw.nextBoolean(0.6) ? 1 + draw.nextInt(3) : Limits.DEFAULT_FAILURES);
  }

  private Fleet fleet() {
    CounterRandom draw = draw("fleet");
    int slots = workers > 1 && draw.nextBoolean(0.2) ? 2 : 1;
    int step = draw.nextBoolean(0.8) ? 0 : 1 + maxResource / 10 + draw.nextInt(maxResource);
    long slowest = 200 + draw.nextInt(2_000);
    return Fleet.of((workers + slots - 1) / slots)
        .withSlots(slots)
        .reporting(step)
        .holding(draw.nextBoolean(0.5))
        .taking((configuration, unit) -> 20 + (configuration.hashCode() & 0xFFFF) % slowest);
  }

  private Faults faults() {
    if (trouble == 0) {
      return Faults.NONE;
    }
    CounterRandom draw = draw("faults");
    double kind = draw.nextDouble();
    if (kind < 0.1) {
      return Faults.messages(4 * trouble, trouble, 4 * trouble, 20_000);
    }
    if (kind < 0.3) {
      return Faults.messages(trouble, trouble, trouble, 10_000);
    }
    return Faults.all(trouble * draw.nextDouble(), 10_000);
  }
}
