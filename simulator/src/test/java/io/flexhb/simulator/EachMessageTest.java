package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.Tries;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.Patience;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of docs/protocol.md: each message lost, doubled and late leads to the same end. */
class EachMessageTest {
  /** All messages in CI, one in nine elsewhere, which are others in each run. */
  private static final int EVERY = Tries.of(1, 9);

  private static final Patience PATIENCE = new Patience(3, 3_000, 6_000, 4_000, 600_000, 500);

  /** What becomes of the one message. */
  enum Fate {
    LOST(List.of()),
    DOUBLED(List.of(0L, 0L)),
    DOUBLED_LATE(List.of(0L, 2_000L)),
    LATE(List.of(1_500L)),
    /** Later than a lease: the attempt is given up meanwhile. */
    VERY_LATE(List.of(9_000L));

    private final List<Long> delays;

    Fate(List<Long> delays) {
      this.delays = delays;
    }
  }

  @ParameterizedTest
  @EnumSource(Fate.class)
  void shouldEndTheSameWithOneWorkerThatRevives(Fate fate) {
    shouldEndTheSame(
        fate,
        SimulationPlan.of(
                Specs.of(9, 3).lambdas(List.of(1.0, 1.0, 0.0)).patience(PATIENCE).spec(),
                new ToyFunction(0.5))
            .with(Fleet.of(1).holding(true)));
  }

  /** More workers than trials of a rung: whoever finds the rung open waits for it. */
  @ParameterizedTest
  @EnumSource(Fate.class)
  void shouldEndTheSameWithManyWorkers(Fate fate) {
    shouldEndTheSame(
        fate,
        SimulationPlan.of(
                Specs.of(9, 3).promotion(Method.Promotion.SH).patience(PATIENCE).spec(),
                new ToyFunction(0.5))
            .with(Fleet.of(3).taking(TrainingTime.constant(700))));
  }

  @ParameterizedTest
  @ValueSource(strings = "sobol")
  void shouldEndWithEveryTrialTriedWhenASuggestionIsLost(String sampler) {
    SimulationPlan plan =
        SimulationPlan.of(
            Specs.of(9, 3).sampler(sampler).patience(PATIENCE).spec(), new ToyFunction(0.5));
    Simulation undisturbed = run(plan, message -> List.of(0L));
    for (long k = firstMessage(); k < undisturbed.network().messages(); k += EVERY) {
      long one = k;
      StudyState end =
          run(plan, message -> message == one ? List.of() : List.of(0L))
              .tuner()
              .state()
              .orElseThrow();
      assertThat(end.status().isOver()).as("message %d lost", k).isTrue();
      assertThat(end.trials()).hasSize(15);
    }
  }

  private static void shouldEndTheSame(Fate fate, SimulationPlan plan) {
    Simulation undisturbed = run(plan, message -> List.of(0L));
    List<String> expected = end(undisturbed);
    long messages = undisturbed.network().messages();
    assertThat(messages).isGreaterThan(100);
    for (long k = firstMessage(); k < messages; k += EVERY) {
      long one = k;
      Simulation disturbed = run(plan, message -> message == one ? fate.delays : List.of(0L));
      assertThat(end(disturbed)).as("message %d of %d %s", k, messages, fate).isEqualTo(expected);
    }
  }

  private static long firstMessage() {
    return ThreadLocalRandom.current().nextLong(EVERY);
  }

  private static Simulation run(SimulationPlan plan, LongFunction<List<Long>> fates) {
    Simulation world = new Simulation(plan.withMaxEvents(50_000), new Invariants(100), fates);
    world.run();
    return world;
  }

  /**
   * Where every trial came to and its value there; not when, nor by which attempt. A report between
   * rungs that was lost is a value less for the models, which is allowed.
   */
  private static List<String> end(Simulation world) {
    StudyState state = world.tuner().state().orElseThrow();
    assertThat(state.status().isOver()).isTrue();
    return state.trials().map(trial -> end(state, trial)).toJavaList();
  }

  private static String end(StudyState state, Trial trial) {
    long level = state.brackets().get(trial.bracket()).plan().rungs().get(trial.rung()).resource();
    return "%d %s bracket %d revived %d at %d = %s"
        .formatted(
            trial.number(),
            trial.status(),
            trial.bracket(),
            trial.revivals(),
            level,
            trial.valueAt(level));
  }
}
