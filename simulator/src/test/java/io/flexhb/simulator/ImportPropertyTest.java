package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.FewerTriesOutsideCi;
import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.spec.Method;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.ImportRow;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Imports;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Results from before are data: they touch no trial, rank, pool or budget. */
@AddLifecycleHook(FewerTriesOutsideCi.class)
class ImportPropertyTest {

  /** Trials whose imports are the study's whole past, at any moment of any run. */
  @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED)
  void shouldTouchNothingButData(@ForAll("scenarios") Scenario scenario) {
    Simulator.run(
        scenario.plan(),
        (before, event, decision, after) -> {
          if (after.sequence() % 17 == 0) {
            assertDataAlone(after, event.time());
          }
        });
  }

  private static void assertDataAlone(StudyState before, long time) {
    StudyEvent imported = imported(before, time);
    Decision decision = StudyEngine.decide(Optional.of(before), imported);
    assertThat(decision).isEqualTo(StudyEngine.decide(Optional.of(before), imported));
    if (before.status().isOver()) {
      assertThat(decision.changesState()).isFalse();
      return;
    }
    StudyState after = StudyEngine.apply(Optional.of(before), decision);
    if (opensABracket(decision)) {
      assertThat(before.spec().method().brackets()).isEqualTo(Method.Brackets.FLEXBAND);
    } else {
      assertThat(decision.commands()).isEmpty();
      assertThat(after.brackets()).isEqualTo(before.brackets());
      assertThat(after.budget()).isEqualTo(before.budget());
      assertThat(after.slotTable()).isEqualTo(before.slotTable());
      assertThat(after.trials().size()).isEqualTo(before.trials().size());
    }
    assertThat(after.trials().take(before.trials().size())).isEqualTo(before.trials());
    assertThat(after.pools()).isEqualTo(before.pools());
    assertThat(after.rungs()).isEqualTo(before.rungs());
    assertThat(after.means()).isEqualTo(before.means());
    assertThat(after.best()).isEqualTo(before.best());
    assertThat(after.status()).isEqualTo(before.status());
    assertThat(after.failing()).isEqualTo(before.failing());
    assertThat(
            StudyState.assemble(
                after.header(),
                after.trials().toJavaList(),
                after.brackets().toJavaList(),
                after.slotTable().slots().values().toJavaList()))
        .as("restored")
        .isEqualTo(after);
    assertThat(StudyEngine.decide(Optional.of(after), imported).changesState())
        .as("sent again")
        .isFalse();
  }

  /**
   * Imported values count for tau. So FlexBand may take the cheaper bracket for the next one, which
   * the rest of the budget is enough for.
   */
  private static boolean opensABracket(Decision decision) {
    return decision.facts().stream().anyMatch(Fact.BracketOpened.class::isInstance);
  }

  /** The rest of a run that looks at no data goes as it went without them. */
  @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
  void shouldChangeNoDecisionThatLooksAtNoData(@ForAll("scenarios") Scenario scenario) {
    Method method = scenario.spec(false).method();
    Assume.that(method.sampler().equals("random"));
    Assume.that(method.brackets() != Method.Brackets.FLEXBAND);
    Journal journal = new Journal();
    StudyState without = Simulator.run(scenario.plan(), journal).state();
    StudyState with = replayed(journal, Math.floorMod(scenario.seed(), journal.steps().size()));
    assertThat(with.trials().map(ImportPropertyTest::course))
        .isEqualTo(without.trials().map(ImportPropertyTest::course));
    assertThat(with.pools()).isEqualTo(without.pools());
    assertThat(with.brackets()).isEqualTo(without.brackets());
    assertThat(with.budget()).isEqualTo(without.budget());
    assertThat(with.best()).isEqualTo(without.best());
    assertThat(with.status()).isEqualTo(without.status());
  }

  private static StudyState replayed(Journal journal, int importedAfter) {
    Optional<StudyState> state = Optional.empty();
    for (int i = 0; i < journal.steps().size(); i++) {
      StudyEvent event = journal.steps().get(i).event();
      state = Optional.of(StudyEngine.decideAndApply(state, event).after().orElseThrow());
      if (i == importedAfter && !state.get().status().isOver()) {
        StudyEvent imported = imported(state.get(), event.time());
        state = StudyEngine.decideAndApply(state, imported).after();
        assertThat(state.orElseThrow().imports()).isNotEqualTo(Imports.NONE);
      }
    }
    return state.orElseThrow();
  }

  /** All of a trial but the ids of commands, which count decisions. */
  private static String course(Trial trial) {
    return String.join(
        " ",
        trial.configuration().canonical(),
        trial.status().toString(),
        trial.levels().toString(),
        trial.bracket() + "/" + trial.rung() + "/" + trial.attempt() + "/" + trial.failures(),
        trial.untilResource() + "/" + trial.promised(),
        trial.reason());
  }

  /** New configurations and those of trials, at several levels, one of them failed. */
  private static StudyEvent imported(StudyState state, long time) {
    CounterRandom random = CounterRandom.of(state.spec().seed(), "imported", state.sequence());
    List<ImportRow> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Optional<Trial> trial = i % 2 == 0 ? state.trial(i) : Optional.empty();
      var configuration =
          trial
              .map(Trial::configuration)
              .or(() -> RandomSampler.draw(state.spec().space(), known -> false, random));
      if (configuration.isPresent()) {
        List<ImportRow.Measurement> values = new ArrayList<>();
        for (long level : state.spec().ladder().rungLevels()) {
          double value = i == 3 ? Double.NaN : random.nextDouble();
          values.add(new ImportRow.Measurement(level, Metric.of(value)));
        }
        rows.add(new ImportRow(i, configuration.get(), values));
      }
    }
    return new StudyEvent.Imported(time, Optional.of(state.incarnation()), "before", rows);
  }

  @Provide
  Arbitrary<Scenario> scenarios() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 60),
            Arbitraries.integers().between(2, 5),
            Arbitraries.integers().between(1, 16),
            Arbitraries.longs(),
            Arbitraries.of(0.0, 0.02))
        .as(Scenario::new);
  }
}
