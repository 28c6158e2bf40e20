package io.flexhb.core.bench;

import io.flexhb.core.sim.Incumbent;
import io.flexhb.core.sim.SimulationResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Regret of methods on problems with a known answer, in virtual time. The regret is that of the
 * incumbent: the true value at R of the configuration with the best measured value at R, less the
 * optimum.
 *
 * <pre>
 * --problems toy:0.2,toy:0.5   --rivals flexhb,hyperband,random   --workers 1,4
 * --seeds 20   --first-seed 0   --budget 30 (full budgets of R units)
 * </pre>
 */
public final class SearchBenchmark {
  private static final double[] MILESTONES = {1.0 / 3, 2.0 / 3, 1};

  private final Map<String, String> options = new LinkedHashMap<>();

  private SearchBenchmark(String[] args) {
    options.put("problems", "toy:0.2");
    options.put("rivals", "flexhb,hyperband,random");
    options.put("workers", "1");
    options.put("seeds", "20");
    options.put("first-seed", "0");
    options.put("budget", "30");
    options.put("data", "");
    for (int i = 0; i + 1 < args.length; i += 2) {
      String key = args[i].replaceFirst("^--", "");
      if (!options.containsKey(key)) {
        throw new IllegalArgumentException("no option " + args[i] + "; there are " + options);
      }
      options.put(key, args[i + 1]);
    }
  }

  public static void main(String[] args) {
    new SearchBenchmark(args).run();
  }

  private void run() {
    for (String problem : options.get("problems").split(",")) {
      for (String workers : options.get("workers").split(",")) {
        compare(problem(problem), Integer.parseInt(workers));
      }
    }
  }

  private SearchProblem problem(String name) {
    String[] parts = name.split(":");
    if (parts[0].equals("toy")) {
      return SearchProblem.toy(Double.parseDouble(parts[1]));
    }
    DataProblems data = new DataProblems(Path.of(options.get("data")));
    return switch (parts[0]) {
      case "lcbench" -> data.lcbench(parts[1]);
      case "taskset" -> data.taskset(parts[1]);
      default -> throw new IllegalArgumentException("no problem " + name);
    };
  }

  private void compare(SearchProblem problem, int workers) {
    System.out.printf(
        Locale.ROOT, "%n%s, %d worker(s), %s seeds%n", problem.name(), workers, seeds());
    Map<String, double[][]> regrets = new LinkedHashMap<>();
    for (String rival : options.get("rivals").split(",")) {
      long before = System.nanoTime();
      regrets.put(rival, regrets(problem, new Rival(rival), workers));
      report(rival, regrets, (System.nanoTime() - before) / 1e9);
    }
  }

  private int seeds() {
    return Integer.parseInt(options.get("seeds"));
  }

  /** Regrets by milestone, then seed. */
  private double[][] regrets(SearchProblem problem, Rival rival, int workers) {
    long budget = Long.parseLong(options.get("budget")) * problem.maxResource();
    int first = Integer.parseInt(options.get("first-seed"));
    List<double[]> bySeed =
        IntStream.range(first, first + seeds())
            .parallel()
            .mapToObj(seed -> regrets(problem, rival.run(problem, seed, workers, budget), budget))
            .toList();
    double[][] byMilestone = new double[MILESTONES.length][seeds()];
    for (int seed = 0; seed < seeds(); seed++) {
      for (int m = 0; m < MILESTONES.length; m++) {
        byMilestone[m][seed] = bySeed.get(seed)[m];
      }
    }
    return byMilestone;
  }

  private static double[] regrets(SearchProblem problem, SimulationResult result, long budget) {
    double[] regrets = new double[MILESTONES.length];
    Arrays.fill(regrets, Double.NaN);
    for (Incumbent incumbent : result.incumbents()) {
      for (int m = 0; m < MILESTONES.length; m++) {
        if (incumbent.trained() <= MILESTONES[m] * budget) {
          regrets[m] = problem.regret(result, incumbent);
        }
      }
    }
    return regrets;
  }

  private void report(String rival, Map<String, double[][]> regrets, double seconds) {
    double[][] own = regrets.get(rival);
    List<String> columns = new ArrayList<>();
    for (double[] atMilestone : own) {
      columns.add(
          String.format(
              Locale.ROOT,
              "%.4f (median %.4f)",
              Arrays.stream(atMilestone).average().orElseThrow(),
              Arrays.stream(atMilestone).sorted().toArray()[atMilestone.length / 2]));
    }
    String first = regrets.keySet().iterator().next();
    String difference = "";
    if (!first.equals(rival)) {
      int last = MILESTONES.length - 1;
      PairedDifference d = PairedDifference.of(regrets.get(first)[last], own[last]);
      difference =
          String.format(
              Locale.ROOT, "  %s less this: %.4f [%.4f, %.4f]", first, d.mean(), d.low(), d.high());
    }
    System.out.printf(
        Locale.ROOT,
        "%-46s %s%s  (%.0f s)%n",
        rival,
        String.join("  ", columns),
        difference,
        seconds);
  }
}
