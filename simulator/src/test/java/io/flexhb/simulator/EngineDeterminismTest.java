package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.FewerTriesOutsideCi;
import io.flexhb.core.study.decision.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** The same inputs lead to the same decisions: the other half of {@link EnginePropertyTest}. */
@AddLifecycleHook(FewerTriesOutsideCi.class)
class EngineDeterminismTest {

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void shouldDecideTheSameWhenTheJournalIsReplayed(
      @ForAll(supplier = Scenario.Troubled.class) Scenario scenario) {
    Journal journal = new Journal();
    Simulator.run(scenario.plan(), journal);
    List<Decision> decided = journal.steps().stream().map(Step::decision).toList();
    assertSame(
        journal.replay().stream().map(Rendering::of).toList(),
        decided.stream().map(Rendering::of).toList());
  }

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void shouldDecideTheSameWhenRunAgain(
      @ForAll(supplier = Scenario.Troubled.class) Scenario scenario) {
    assertSame(decisions(scenario.plan(), Set.of()), decisions(scenario.plan(), Set.of()));
  }

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void shouldDecideTheSameWhenTheTunerIsKilledAtEveryEvent(
      @ForAll(supplier = Scenario.Untroubled.class) Scenario scenario) {
    // A sampler pool is asked again after a kill, which takes its time: only an inline sampler
    // leaves the order of events as it was. Invariants compare single decisions for the others.
    Assume.that(scenario.spec(false).method().sampler().equals("random"));
    SimulationPlan killed = scenario.plan().with(Faults.restarts(1));
    assertSame(decisions(killed, Set.of()), decisions(scenario.plan(), Set.of()));
  }

  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void shouldDecideTheSameWhenTheObjectiveIsTurnedAndMaximised(
      @ForAll(supplier = Scenario.Troubled.class) Scenario scenario) {
    // Of an error and its negative one is no value that a curve is fitted to.
    Assume.that(!scenario.stopsByCurve());
    Set<String> signed = Set.of("reason", "spec", "reasons", "rejection");
    assertSame(decisions(scenario.turned(), signed), decisions(scenario.plan(), signed));
  }

  private static List<String> decisions(SimulationPlan plan, Set<String> leftOut) {
    List<String> texts = new ArrayList<>();
    Simulator.run(
        plan, (before, event, decision, after) -> texts.add(Rendering.without(leftOut, decision)));
    return texts;
  }

  /** As equality of the lists, but shows the first difference and not both runs. */
  private static void assertSame(List<String> actual, List<String> expected) {
    for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
      assertThat(actual.get(i)).as("decision %d", i).isEqualTo(expected.get(i));
    }
    assertThat(actual).hasSameSizeAs(expected);
  }
}
