package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.schedule.FlexBand;
import io.flexhb.core.spec.Method;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.StudySnapshot;
import io.flexhb.core.study.state.TrialStatus;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatorTest {
  private static final ToyFunction TOY = new ToyFunction(0.2);

  @Test
  void shouldRunOneLoopAtThePapersCost() {
    SimulationResult result = Simulator.run(SimulationPlan.of(Specs.of(27, 3).spec(), TOY));
    assertThat(result.finished()).isTrue();
    assertThat(result.state().statusReason()).isEqualTo("1 loop(s) are done");
    assertThat(result.trials()).isEqualTo(46);
    assertThat(result.count(TrialStatus.COMPLETED)).isEqualTo(8);
    assertThat(result.granted()).isEqualTo(342);
    assertThat(result.trained()).isEqualTo(342);
    assertThat(result.rejections()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Method.Promotion.class,
      names = {"SH", "GLOSH"})
  void shouldMeasureAsOftenAsThePaperSays(Method.Promotion promotion) {
    SimulationResult result =
        Simulator.run(SimulationPlan.of(Specs.of(27, 3).promotion(promotion).spec(), TOY));
    Map<Long, Integer> counts = new TreeMap<>();
    for (LevelData level : StudySnapshot.measurements(result.state()).levels()) {
      counts.put(level.level(), level.y().length);
    }
    assertThat(counts)
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    1L, 46, 3L, 28, 6L, 16, 9L, 16, 12L, 8, 15L, 8, 18L, 8, 21L, 8, 24L, 8, 27L,
                    8)));
  }

  @Test
  void shouldFinishSoonerWithMoreWorkers() {
    SimulationPlan plan = SimulationPlan.of(Specs.of(27, 3).spec(), TOY);
    assertThat(Simulator.run(plan.with(Fleet.of(8))).millis())
        .isLessThan(Simulator.run(plan).millis() / 4);
  }

  @Test
  void shouldTellTheBestAfterSoMuchTraining() {
    SimulationResult result =
        Simulator.run(SimulationPlan.of(Specs.of(9, 3).budget(500).spec(), TOY));
    Incumbent first = result.incumbents().get(0);
    Incumbent last = result.incumbents().get(result.incumbents().size() - 1);
    assertThat(result.bestAfter(first.trained() - 1)).isEmpty();
    assertThat(result.bestAfter(first.trained())).contains(first.value());
    assertThat(result.bestAfter(Long.MAX_VALUE)).contains(last.value());
    assertThat(last.value())
        .isEqualTo(
            result.state().trials().toJavaList().stream()
                .filter(t -> t.status() == TrialStatus.COMPLETED)
                .mapToDouble(t -> t.valueAt(9).orElseThrow())
                .min()
                .orElseThrow());
  }

  @Test
  void shouldReviveWhereLowFidelitiesMislead() {
    SimulationResult result =
        Simulator.run(SimulationPlan.of(Specs.of(27, 3).loops(5).spec(), new ToyFunction(0.5)));
    assertThat(result.revived()).isPositive();
  }

  @Test
  void shouldReArrangeBracketsOnceStartLevelsCorrelate() {
    var options =
        new Method.FlexBandOptions(FlexBand.Decide.BRACKET, FlexBand.WarmUp.PAIR, 25, .55);
    SimulationResult result =
        Simulator.run(
            SimulationPlan.of(
                Specs.of(27, 3).flexBand(options).loops(2).spec(), new ToyFunction(0)));
    // Without noise every level ranks as every other does. When a bracket opens in the second loop,
    // at least 28 trials have values at 1 and 3, but only 22 at 3 and 9.
    assertThat(result.state().brackets().map(b -> b.source()).toJavaList())
        .containsExactly(0, 1, 2, 3, 0, 0, 2, 3);
  }

  @Test
  void shouldWasteTrainingWhenWorkersDie() {
    Faults deaths = new Faults(0, 0, 0, 0, 0.02, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    SimulationResult result =
        Simulator.run(
            SimulationPlan.of(Specs.of(27, 3).spec(), TOY).with(Fleet.of(4)).with(deaths));
    assertThat(result.finished()).isTrue();
    assertThat(result.attemptsLost()).isPositive();
    assertThat(result.trained()).isGreaterThan(result.granted());
  }
}
