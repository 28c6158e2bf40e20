package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.FewerTriesOutsideCi;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.StudyLeases;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** The checks of docs/algorithms.md section 9 over random studies, fleets and troubles. */
@AddLifecycleHook(FewerTriesOutsideCi.class)
class EnginePropertyTest {

  @Property(tries = 900, shrinking = ShrinkingMode.BOUNDED)
  void shouldEndAndKeepItsGuaranteesWhenNothingGoesWrong(
      @ForAll(supplier = Scenario.Untroubled.class) Scenario scenario) {
    SimulationResult result = Simulator.run(scenario.plan(), new Invariants(61));
    assertThat(result.finished()).as("ends: %s", result).isTrue();
    assertThat(result.attemptsLost()).isZero();
  }

  @Property(tries = 700, shrinking = ShrinkingMode.BOUNDED)
  void shouldEndAndKeepItsGuaranteesWhateverGoesWrong(
      @ForAll(supplier = Scenario.Troubled.class) Scenario scenario) {
    SimulationResult result = Simulator.run(scenario.plan(), new Invariants(61));
    assertThat(result.finished()).as("ends").isTrue();
  }

  /** With a report at a rung's level from a trial that was stopped early on its way there. */
  @Example
  void shouldRankNoTrialThatNeverArrivedAtTheRung() {
    Scenario scenario = new Scenario(16, 2, 1, -5770169819616791938L, 0.028);
    assertThat(Simulator.run(scenario.plan(), new Invariants(61)).finished()).isTrue();
  }

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void shouldLeaseWhatATunerThatTakesOverWouldLease(
      @ForAll(supplier = Scenario.Troubled.class) Scenario scenario) {
    StudyLeases followed = new StudyLeases();
    Simulator.run(
        scenario.plan(),
        (before, event, decision, after) -> {
          followed.onEvent(after, event, event.time());
          if (decision.changesState()) {
            followed.onChange(
                before, after, StateChanges.by(decision, before, after), event.time());
          }
          StudyLeases takenOver = new StudyLeases();
          takenOver.restart(after, event.time());
          assertThat(followed.book().keys())
              .as("after %s", event)
              .isEqualTo(takenOver.book().keys());
        });
  }
}
