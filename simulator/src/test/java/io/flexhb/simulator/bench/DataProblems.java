package io.flexhb.simulator.bench;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.IntParameter;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.simulator.ObjectiveFunction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/** Problems from a benchmark data folder; R = 27. */
final class DataProblems {
  private static final int R = 27;

  /** Random configurations among which the optimum of a continuous problem is taken. */
  private static final int LOOKED_AT = 10_000;

  private final Path data;

  DataProblems(Path data) {
    this.data = data;
  }

  /** Validation error of a network, LCBench surrogate; resource r is epoch r + 1. */
  SearchProblem lcbench(String task) {
    SearchSpace space =
        SearchSpace.of(
                List.of(
                    IntParameter.log("batch_size", 16, 512),
                    DoubleParameter.log("learning_rate", 1e-4, 0.1),
                    DoubleParameter.linear("momentum", 0.1, 0.99),
                    DoubleParameter.linear("weight_decay", 1e-5, 0.1),
                    IntParameter.linear("num_layers", 1, 5),
                    IntParameter.log("max_units", 64, 1024),
                    DoubleParameter.linear("max_dropout", 0, 1)))
            .orElseThrow();
    CurveNetwork network = network("lcbench");
    ObjectiveFunction error =
        (configuration, resource, seed) -> {
          Map<String, Double> numbers = new HashMap<>();
          configuration.values().forEach((k, v) -> numbers.put(k, ((Number) v).doubleValue()));
          numbers.put("epoch", resource + 1.0);
          return 100 - network.predict(Map.of("OpenML_task_id", task), numbers, "val_accuracy");
        };
    ToDoubleFunction<Configuration> truth = configuration -> error.value(configuration, R, 0);
    double optimum =
        IntStream.range(0, LOOKED_AT)
            .parallel()
            .mapToDouble(i -> truth.applyAsDouble(draw(space, i)))
            .min()
            .orElseThrow();
    return new SearchProblem("lcbench " + task, space, R, () -> error, Optional.of(truth), optimum);
  }

  private CurveNetwork network(String folder) {
    try {
      return CurveNetwork.read(data.resolve(folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Configuration draw(SearchSpace space, int number) {
    CounterRandom random = CounterRandom.of(17, "optimum", number);
    double[] u = new double[space.dimensions()];
    for (int i = 0; i < u.length; i++) {
      u[i] = random.nextDouble();
    }
    return space.fromUnit(u);
  }

  /** Real learning curves of 1000 configurations; a suggestion means the nearest unused one. */
  SearchProblem taskset(String task) {
    SearchSpace space =
        SearchSpace.of(
                List.of(
                    DoubleParameter.log("learning_rate", 1e-8, 10),
                    DoubleParameter.log("one_minus_beta1", 1e-4, 1),
                    DoubleParameter.log("one_minus_beta2", 1e-6, 1),
                    DoubleParameter.log("epsilon", 1e-10, 1e3),
                    DoubleParameter.log("l1", 1e-8, 10),
                    DoubleParameter.log("l2", 1e-8, 10),
                    DoubleParameter.log("linear_decay", 1e-7, 1e-4),
                    DoubleParameter.log("exponential_decay", 1e-6, 1e-3)))
            .orElseThrow();
    Encoder encoder = new Encoder(space);
    List<double[]> table = new ArrayList<>();
    for (double[] row : rows(data.resolve("taskset/configs.csv"))) {
      table.add(encoder.encode(configuration(row)));
    }
    double[][] curves = rows(data.resolve("taskset/" + task + ".csv.gz")).toArray(double[][]::new);
    double best = Double.POSITIVE_INFINITY;
    for (double[] curve : curves) {
      best = Double.isFinite(curve[R + 1]) ? Math.min(best, curve[R + 1]) : best;
    }
    return new SearchProblem(
        "taskset " + task,
        space,
        R,
        () -> new NearestCurve(encoder, table, curves),
        Optional.empty(),
        best);
  }

  private static Configuration configuration(double[] row) {
    return Configuration.of(
        Map.of(
            "learning_rate", within(row[1], 1e-8, 10),
            "one_minus_beta1", within(1 - row[2], 1e-4, 1),
            "one_minus_beta2", within(1 - row[3], 1e-6, 1),
            "epsilon", within(row[4], 1e-10, 1e3),
            "l1", within(row[5], 1e-8, 10),
            "l2", within(row[6], 1e-8, 10),
            "linear_decay", within(row[7], 1e-7, 1e-4),
            "exponential_decay", within(row[8], 1e-6, 1e-3)));
  }

  private static double within(double value, double low, double high) {
    return Math.min(high, Math.max(low, value));
  }

  private static List<double[]> rows(Path file) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                file.toString().endsWith(".gz")
                    ? new GZIPInputStream(Files.newInputStream(file))
                    : Files.newInputStream(file),
                StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(DataProblems::numbers).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double[] numbers(String line) {
    String[] cells = line.split(",", -1);
    double[] numbers = new double[cells.length];
    for (int i = 0; i < cells.length; i++) {
      String cell = cells[i].strip();
      numbers[i] =
          cell.isEmpty() || cell.equalsIgnoreCase("nan")
              ? Double.NaN
              : cell.endsWith("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(cell);
    }
    return numbers;
  }

  /** Gives each configuration of one run its own curve. */
  private static final class NearestCurve implements ObjectiveFunction {
    private final Encoder encoder;
    private final List<double[]> table;
    private final double[][] curves;
    private final Map<String, Integer> chosen = new HashMap<>();
    private final BitSet used = new BitSet();

    NearestCurve(Encoder encoder, List<double[]> table, double[][] curves) {
      this.encoder = encoder;
      this.table = table;
      this.curves = curves;
    }

    @Override
    public double value(Configuration configuration, long resource, long seed) {
      int row = chosen.computeIfAbsent(configuration.canonical(), key -> nearest(configuration));
      return curves[row][(int) resource + 1];
    }

    private int nearest(Configuration configuration) {
      double[] x = encoder.encode(configuration);
      int nearest = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < table.size(); i++) {
        if (!used.get(i)) {
          double distance = 0;
          for (int j = 0; j < x.length; j++) {
            double difference = x[j] - table.get(i)[j];
            distance += difference * difference;
          }
          if (distance < least) {
            least = distance;
            nearest = i;
          }
        }
      }
      used.set(nearest);
      return nearest;
    }
  }
}
