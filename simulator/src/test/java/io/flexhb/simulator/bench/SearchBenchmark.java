package io.flexhb.simulator.bench;

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
 * optimum. With {@code hyperband} among the rivals, the speed-up over it is told too: the resource
 * it needs for its last mean regret, over what the other needs for the same.
 *
 * <pre>
 * --problems toy:0.2,toy:0.5   --rivals flexhb,hyperband,random   --workers 1,4
 * --seeds 20   --first-seed 0   --budget 30 (full budgets of R units)
 * </pre>
 */
public final class SearchBenchmark {
  private static final double[] MILESTONES = {1.0 / 3, 2.0 / 3, 1};

  /** The method that speed-ups are told of. */
  private static final String REFERENCE = "hyperband";

  /** Less is the speed-up of a method that never got there. */
  private static final double NEVER = 1e-6;

  private final Map<String, List<Double>> speedUps = new LinkedHashMap<>();
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
    reportSpeedUps();
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
    Map<String, RegretCurves> curves = new LinkedHashMap<>();
    for (String rival : options.get("rivals").split(",")) {
      long before = System.nanoTime();
      curves.put(rival, curves(problem, new Rival(rival), workers));
      report(rival, curves, (System.nanoTime() - before) / 1e9);
    }
    RegretCurves reference = curves.get(REFERENCE);
    if (reference != null) {
      curves.forEach(
          (rival, own) ->
              speedUps
                  .computeIfAbsent(rival + ", " + workers + " worker(s)", key -> new ArrayList<>())
                  .add(own.speedUpOver(reference)));
    }
  }

  private int seeds() {
    return Integer.parseInt(options.get("seeds"));
  }

  private RegretCurves curves(SearchProblem problem, Rival rival, int workers) {
    long budget = Long.parseLong(options.get("budget")) * problem.maxResource();
    int first = Integer.parseInt(options.get("first-seed"));
    return RegretCurves.of(
        budget,
        IntStream.range(first, first + seeds())
            .parallel()
            .mapToObj(seed -> rival.run(problem, seed, workers, budget))
            .map(result -> RegretCurves.Curve.of(problem, result))
            .toList());
  }

  private void reportSpeedUps() {
    if (!speedUps.isEmpty()) {
      System.out.printf("%nSpeed-up over %s, geometric mean%n", REFERENCE);
    }
    speedUps.forEach(
        (rival, each) -> {
          double[] reached = each.stream().mapToDouble(s -> s).filter(s -> s > NEVER).toArray();
          double mean =
              Math.exp(Arrays.stream(reached).map(Math::log).average().orElse(Double.NaN));
          System.out.printf(
              Locale.ROOT,
              "%-60s %.2f, not reached on %d of %d%n",
              rival,
              mean,
              each.size() - reached.length,
              each.size());
        });
  }

  private void report(String rival, Map<String, RegretCurves> curves, double seconds) {
    RegretCurves own = curves.get(rival);
    List<String> columns = new ArrayList<>();
    for (double milestone : MILESTONES) {
      double[] at = own.at(milestone);
      columns.add(
          String.format(
              Locale.ROOT,
              "%.4f (median %.4f)",
              Arrays.stream(at).average().orElseThrow(),
              Arrays.stream(at).sorted().toArray()[at.length / 2]));
    }
    String first = curves.keySet().iterator().next();
    String difference = "";
    if (!first.equals(rival)) {
      PairedDifference d = PairedDifference.of(curves.get(first).at(1), own.at(1));
      difference =
          String.format(
              Locale.ROOT, "  %s less this: %.4f [%.4f, %.4f]", first, d.mean(), d.low(), d.high());
    }
    System.out.printf(
        Locale.ROOT,
        "%-46s %s  first value at R after %.0f, %.0f trained in all%s  (%.0f s)%n",
        rival,
        String.join("  ", columns),
        own.firstFull(),
        own.trained(),
        difference,
        seconds);
  }
}
