package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.Tries;
import io.flexhb.core.spec.Limits;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.state.StudyStatus;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A study that gets its budget in parts finds what one with all of it from the start finds. */
class ExtendedStudyTest {
  private static final int SEEDS = Tries.of(30, 10);
  private static final long THIRD = 270;

  @ParameterizedTest
  @EnumSource(value = Method.Promotion.class, mode = EnumSource.Mode.EXCLUDE, names = "SH")
  void shouldFindAsGoodABestWhenExtendedTwice(Method.Promotion promotion) {
    assertAsGood(promotion, 2);
  }

  /**
   * Plain successive halving keeps no trial that a rung gave up, also for want of budget, and tells
   * workers to delete its checkpoint: a larger budget comes too late for it (ADR 23).
   */
  @Test
  void shouldLoseLittleWhereTrialsThatTheBudgetCutOffAreGone() {
    assertAsGood(Method.Promotion.SH, 3);
  }

  /**
   * @param standardErrors of the mean difference over the seeds, by which it may be worse
   */
  private static void assertAsGood(Method.Promotion promotion, int standardErrors) {
    double extended = 0;
    double atOnce = 0;
    double spread = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      double inParts =
          best(
              plan(promotion, seed, THIRD)
                  .extendedBy(budget(2 * THIRD), budget(3 * THIRD))
                  .with(Faults.restarts(0.01)));
      double whole = best(plan(promotion, seed, 3 * THIRD));
      extended += inParts;
      atOnce += whole;
      spread += (inParts - whole) * (inParts - whole);
    }
    double error = Math.sqrt(spread) / SEEDS;
    System.out.printf(
        "%s: mean best %.4f in parts, %.4f at once, standard error of the difference %.4f%n",
        promotion, extended / SEEDS, atOnce / SEEDS, error);
    assertThat(extended / SEEDS)
        .as("mean best, to be minimised, in parts")
        .isLessThanOrEqualTo(atOnce / SEEDS + standardErrors * error);
  }

  private static SimulationPlan plan(Method.Promotion promotion, long seed, long budget) {
    StudySpec spec = Specs.of(27, 3).promotion(promotion).seed(seed).budget(budget).spec();
    return SimulationPlan.of(spec, new ToyFunction(0.5)).with(Fleet.of(4)).withSeed(seed);
  }

  private static Limits budget(long units) {
    return new Limits(
        OptionalLong.of(units),
        OptionalInt.empty(),
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalDouble.empty(),
        OptionalInt.of(Limits.DEFAULT_FAILURES));
  }

  private static double best(SimulationPlan plan) {
    SimulationResult result = Simulator.run(plan, new Invariants(97));
    assertThat(result.state().status()).isEqualTo(StudyStatus.FINISHED);
    assertThat(result.granted()).as("more than the parts before the last").isGreaterThan(2 * THIRD);
    return result.state().best().orElseThrow().value();
  }
}
