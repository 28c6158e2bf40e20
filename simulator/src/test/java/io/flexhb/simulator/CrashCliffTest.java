package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.Tries;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecReader;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches above 40 do not fit into memory, and the larger the batch below, the better. */
class CrashCliffTest {
  private static final int LAST = 60;
  private static final int SEEDS = Tries.of(10, 3);

  @ParameterizedTest
  @ValueSource(strings = {"flexhb", "bohb", "smac", "mfes-hb"})
  void shouldLearnWhereTrainersCrash(String algorithm) {
    double failed = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      failed += failedShare(spec(algorithm, seed)) / SEEDS;
    }
    assertThat(failed).as("failures among the last %d trials", LAST).isLessThan(.25);
  }

  private static StudySpec spec(String algorithm, long seed) {
    return StudySpecReader.read(
            Map.of(
                "study", "cliff",
                "seed", seed,
                "algorithm", algorithm,
                "objective", Map.of("metric", "loss", "direction", "minimize"),
                "resource", Map.of("max", 9),
                "space", space(),
                "limits", Map.of("budget", 300, "failures", "none")))
        .orElseThrow();
  }

  /** Samplers draw in the order of the parameters, which {@link Map#of} changes from run to run. */
  private static Map<String, Object> space() {
    Map<String, Object> space = new LinkedHashMap<>();
    space.put("a", Map.of("type", "double", "low", 0, "high", 1));
    space.put("b", Map.of("type", "int", "low", 1, "high", 64));
    return space;
  }

  private static double failedShare(StudySpec spec) {
    SimulationResult result =
        Simulator.run(
            SimulationPlan.of(spec, new Cliff())
                .with(Fleet.of(2))
                .with(
                    Samplers.create(
                        spec.method().sampler(),
                        spec.method().switches(),
                        SurrogateCache.forOneStudy())));
    List<Trial> trials = result.state().trials().toJavaList();
    List<Trial> last = trials.subList(Math.max(0, trials.size() - LAST), trials.size());
    return last.stream().filter(t -> t.status() == TrialStatus.FAILED).count()
        / (double) last.size();
  }

  private record Cliff() implements ObjectiveFunction {
    @Override
    public double value(Configuration configuration, long resource, long seed) {
      return 2 - number(configuration, "b") / 64 + number(configuration, "a") / resource;
    }

    @Override
    public boolean crashes(Configuration configuration, long resource) {
      return number(configuration, "b") > 40;
    }

    private static double number(Configuration configuration, String name) {
      return ((Number) configuration.values().get(name)).doubleValue();
    }
  }
}
