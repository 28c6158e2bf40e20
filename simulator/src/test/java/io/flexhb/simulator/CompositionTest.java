package io.flexhb.simulator;

import static io.flexhb.core.spec.StudyTrees.map;
import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.Preset;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecReader;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method by name, and freely composed: a study comes to its end, with what was chosen. */
class CompositionTest {
  private static final long BUDGET = 15 * 9;

  /** Enough of them for every stopping rule. */
  private static final Map<String, Object> LEVELS =
      map("fgf.levels", List.of(1, 2, 3, 4, 5, 6, 7, 8, 9));

  /** Within [0, 1], which is all that some stopping rules take. */
  private static final ObjectiveFunction TOY =
      (configuration, resource, seed) ->
          0.9 + new ToyFunction(0.2).value(configuration, resource, seed) / 60;

  static Stream<String> presets() {
    return Preset.keys().stream();
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldRunEveryMethodByItsName(String preset) {
    SimulationResult result = run(study("algorithm", preset, "switches", LEVELS));
    assertEnded(result);
    StudySpec spec = result.state().spec();
    assertThat(spec.method().preset()).isEqualTo(preset);
    if (Samplers.require(spec.method().sampler()).modelNeeds(1).isPresent()) {
      assertThat(origins(result)).as("the model was asked").contains(spec.method().sampler());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mfes, flexband, glosh",
    "fgf, flexband, sh",
    "fgf, hyperband, glosh", // the paper's ablations
    "smac, flexband, glosh",
    "joint, hyperband, sh",
    "bohb, flexband, glosh",
    "sobol, hyperband, sh",
    "bohb-rf, flexband, sh",
    "fgf, none, sh",
    "tse, hyperband, glosh",
    "batch-bo, hyperband, sh",
    "bohb, none, sh",
    "fgf, single, asha",
    "mfes, hyperband, asha",
    "bohb, flexband, asha",
    "random, single, glosh",
    "sobol, single, sh",
    "mfes, none, sh"
  })
  void shouldRunAnySamplerWithAnyBracketsAndPromotion(
      String sampler, String brackets, String promotion) {
    SimulationResult result =
        run(study("sampler", sampler, "brackets", brackets, "promotion", promotion));
    assertEnded(result);
    assertThat(result.state().trials().exists(CompositionTest::ended))
        .isEqualTo(!brackets.equals("none"));
    if (promotion.equals("sh")) {
      assertThat(result.revived()).isZero();
    }
    StudySpec spec = result.state().spec();
    assertThat(spec.method().sampler()).isEqualTo(sampler);
    assertThat(spec.method().brackets()).hasToString(brackets.toUpperCase(Locale.ROOT));
    assertThat(spec.method().promotion()).hasToString(promotion.toUpperCase(Locale.ROOT));
  }

  @ParameterizedTest
  @CsvSource({
    "median, smac, none, sh",
    "median, random, single, asha",
    "median, fgf, flexband, glosh",
    "curve, sobol, none, sh",
    "curve, bohb, hyperband, sh"
  })
  void shouldStopEarlyWithAnySamplerAndBrackets(
      String stopping, String sampler, String brackets, String promotion) {
    Map<String, Object> tree =
        study("sampler", sampler, "brackets", brackets, "promotion", promotion);
    tree.put("stopping", stopping);
    tree.put("switches", LEVELS);
    SimulationResult result = run(tree);
    assertEnded(result);
    assertThat(result.state().trials().exists(t -> t.reason().startsWith("stopped early")))
        .isTrue();
  }

  @Test
  void shouldTakeTheSamplersSwitchesFromTheDefinition() {
    Map<String, Object> always = study("algorithm", "flexhb");
    always.put("switches", map("randomFraction", 1.0, "fgf.gamma", 1.5));
    Set<String> origins = origins(run(always));
    assertThat(origins).containsExactly("fgf (random)");

    Map<String, Object> never = study("algorithm", "flexhb");
    never.put("switches", map("randomFraction", 0.0));
    SimulationResult result = run(never);
    int firstOfModel = result.state().trials().find(t -> t.origin().equals("fgf")).get().number();
    assertThat(result.state().trials().drop(firstOfModel).map(Trial::origin).distinct())
        .containsExactly("fgf");
  }

  /** Before the largest resource. */
  private static boolean ended(Trial trial) {
    return trial.status() == TrialStatus.STOPPED
        || trial.status() == TrialStatus.DISCARDED
        || trial.status() == TrialStatus.PAUSED;
  }

  private static void assertEnded(SimulationResult result) {
    assertThat(result.state().status()).isEqualTo(StudyStatus.FINISHED);
    assertThat(result.count(TrialStatus.FAILED)).isZero();
    assertThat(result.rejections()).doesNotContainKey(Rejection.Kind.INVALID);
    assertThat(result.granted()).isLessThanOrEqualTo(BUDGET);
    assertThat(result.state().best()).isPresent();
    assertThat(result.state().trials().map(t -> t.configuration().canonical()).distinct())
        .as("no configuration twice")
        .hasSize(result.trials());
  }

  private static Set<String> origins(SimulationResult result) {
    return new HashSet<>(result.state().trials().map(Trial::origin).asJava());
  }

  private static SimulationResult run(Map<String, Object> tree) {
    StudySpec spec = StudySpecReader.read(tree).orElseThrow();
    Method method = spec.method();
    return Simulator.run(
        SimulationPlan.of(spec, TOY)
            .with(Fleet.of(2))
            .with(
                Samplers.create(
                    method.sampler(), method.switches(), SurrogateCache.forOneStudy())));
  }

  private static Map<String, Object> study(Object... keysAndValues) {
    Map<String, Object> tree =
        map(
            "study", "toy",
            "objective", map("metric", "error", "direction", "minimize"),
            "resource", map("max", 9),
            "space",
                map(
                    "x", map("type", "double", "low", -10, "high", 10),
                    "y", map("type", "double", "low", 0, "high", 20),
                    "z", map("type", "double", "low", 0, "high", 10)),
            "limits", map("budget", BUDGET));
    tree.putAll(map(keysAndValues));
    return tree;
  }
}
