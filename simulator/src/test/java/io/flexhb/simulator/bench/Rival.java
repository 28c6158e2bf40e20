package io.flexhb.simulator.bench;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecReader;
import io.flexhb.core.surrogate.SurrogateCache;
import io.flexhb.simulator.Fleet;
import io.flexhb.simulator.SimulationPlan;
import io.flexhb.simulator.SimulationResult;
import io.flexhb.simulator.Simulator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A method in a comparison.
 *
 * @param name a preset, or a preset and what differs: {@code flexhb+promotion=sh+fusion=gpoe}
 */
record Rival(String name) {
  private static final Set<String> CHOICES = Set.of("sampler", "brackets", "promotion", "stopping");

  /** One run to the end of its budget; trainers report each unit of resource. */
  SimulationResult run(SearchProblem problem, long seed, int workers, long budget) {
    StudySpec spec = spec(problem, seed, budget);
    SimulationPlan plan =
        SimulationPlan.of(spec, problem.objective().get())
            .with(Fleet.of(workers).reporting(1).taking(Rival::millis))
            .with(
                Samplers.create(
                    spec.method().sampler(),
                    spec.method().switches(),
                    SurrogateCache.forOneStudy()))
            .withSeed(seed);
    SimulationResult result = Simulator.run(plan);
    if (!result.finished()) {
      throw new IllegalStateException(name + " with seed " + seed + " did not come to its end");
    }
    return result;
  }

  /**
   * A second for a unit of resource, a tenth more or less, which depends on the configuration:
   * where all took the same, whole rungs would end at the same instant, as they never do.
   */
  private static long millis(Configuration configuration, long resource) {
    double share = CounterRandom.of(0, configuration.canonical(), 0).nextDouble();
    return Math.round(900 + 200 * share);
  }

  private StudySpec spec(SearchProblem problem, long seed, long budget) {
    StudySpec read = StudySpecReader.read(tree(problem, seed, budget)).orElseThrow();
    return new StudySpec(
        read.study(),
        read.objective(),
        read.ladder(),
        read.unit(),
        read.step(),
        read.fidelityLevels(),
        problem.space(),
        read.seed(),
        read.method(),
        read.limits(),
        read.patience(),
        read.suggestionsAhead());
  }

  private Map<String, Object> tree(SearchProblem problem, long seed, long budget) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", "comparison");
    tree.put("objective", Map.of("metric", "loss", "direction", "minimize"));
    tree.put("resource", Map.of("max", problem.maxResource()));
    tree.put("seed", seed);
    tree.put("space", Map.of("stand-in", Map.of("type", "boolean")));
    tree.put("limits", Map.of("budget", budget));
    String[] parts = name.split("\\+");
    tree.put("algorithm", parts[0]);
    Map<String, Object> switches = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      String[] pair = parts[i].split("=", 2);
      (CHOICES.contains(pair[0]) ? tree : switches).put(pair[0], value(pair[1]));
    }
    if (!switches.isEmpty()) {
      tree.put("switches", switches);
    }
    return tree;
  }

  private static Object value(String text) {
    return text.matches("[-+0-9.eE]+") ? (Object) Double.valueOf(text) : text;
  }
}
