package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.FewerTriesOutsideCi;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecReader;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.junit.jupiter.api.Test;

/**
 * A budget is used up, by trials that can reach the largest resource (see docs/algorithms.md, 8).
 */
@AddLifecycleHook(FewerTriesOutsideCi.class)
class BudgetTailTest {

  @Provide
  Arbitrary<String> presets() {
    return Arbitraries.of(
        List.of(
            "random",
            "hyperband",
            "smac",
            "batch-bo",
            "bohb",
            "bohb-rf",
            "mfes-hb",
            "boms",
            "bocf",
            "tse",
            "asha",
            "flexhb",
            "flexhb-paper",
            "flexhb-joint"));
  }

  @Property(tries = 400)
  void shouldLeaveLessThanOneFullTraining(
      @ForAll("presets") String preset,
      @ForAll boolean large,
      @ForAll @IntRange(min = 100, max = 3000) int budget,
      @ForAll @IntRange(min = 1, max = 16) int workers) {
    int most = large ? 81 : 27;
    SimulationResult result = run(preset, "plan", most, budget, workers);
    long unused = budget - result.granted();

    assertThat(unused).isBetween(0L, most - 1L);
    if (budget >= 34 * most) {
      assertThat((double) unused / budget).isLessThan(0.03);
    }
    StudySpec spec = result.state().spec();
    if (!spec.isAsynchronous() && spec.method().stopping() == Method.Stopping.NONE) {
      assertThat(eachBracketReachesTheTop(result)).isTrue();
    }
  }

  private static boolean eachBracketReachesTheTop(SimulationResult result) {
    long most = result.state().spec().ladder().maxResource();
    List<Trial> trials = result.state().trials().toJavaList();
    return result.state().brackets().toJavaList().stream()
        .allMatch(
            bracket ->
                trials.stream()
                    .filter(trial -> trial.bracket() == bracket.number())
                    .anyMatch(trial -> trial.valueAt(most).isPresent()));
  }

  @Test
  void shouldTrainEachBracketToItsEndOnlyWithAPlan() {
    SimulationResult planned = run("flexhb", "plan", 27, 400, 1);
    SimulationResult published = run("flexhb", "none", 27, 400, 1);

    assertThat(planned.count(TrialStatus.COMPLETED))
        .isGreaterThan(published.count(TrialStatus.COMPLETED));
    assertThat(eachBracketReachesTheTop(published)).isFalse();
    assertThat(eachBracketReachesTheTop(planned)).isTrue();
  }

  @Test
  void shouldRunPublishedMethodsWithoutAPlan() {
    assertThat(List.of("hyperband", "flexhb-paper")).allMatch(preset -> !plansTail(preset));
    assertThat(List.of("random", "asha", "flexhb", "bohb")).allMatch(BudgetTailTest::plansTail);
  }

  private static boolean plansTail(String preset) {
    Map<String, Object> tree = tree(preset, 27, 1000);
    return StudySpecReader.read(tree).orElseThrow().method().plansTail();
  }

  private static SimulationResult run(
      String preset, String tail, int most, int budget, int workers) {
    return Simulator.run(
        SimulationPlan.of(spec(preset, tail, most, budget), BudgetTailTest::value)
            .with(Fleet.of(workers)));
  }

  private static double value(Configuration configuration, long resource, long seed) {
    double x = ((Number) configuration.values().get("x")).doubleValue();
    return (1 - x) / 2 + 0.4 / resource;
  }

  private static StudySpec spec(String preset, String tail, int most, int budget) {
    Map<String, Object> tree = tree(preset, most, budget);
    // What a model suggests does not change what it costs, and drawing is quicker.
    tree.put("sampler", "random");
    tree.put("switches", Map.of("budget.tail", tail));
    return StudySpecReader.read(tree).orElseThrow();
  }

  private static Map<String, Object> tree(String preset, int most, int budget) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", "tail");
    tree.put("algorithm", preset);
    tree.put("objective", Map.of("metric", "loss", "direction", "minimize"));
    tree.put("resource", Map.of("max", most));
    tree.put("space", Map.of("x", Map.of("type", "double", "low", 0, "high", 1)));
    tree.put("limits", Map.of("budget", budget));
    return tree;
  }
}
