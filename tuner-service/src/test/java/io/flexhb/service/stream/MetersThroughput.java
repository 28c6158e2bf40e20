package io.flexhb.service.stream;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.service.Definition;
import io.flexhb.service.metrics.ScrapedRegistry;
import io.flexhb.service.metrics.TunerMetrics;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the cost of meters per report: two tuners without a broker, one with all meters and one
 * with the meters of a tuner without a port, process the same inputs in turns in one JVM. A
 * program, not a timed test: {@code MetersThroughput [rounds]}.
 *
 * <p>Its workers report every epoch without delay, so about one report in five is at a boundary. In
 * a real run fewer are, and meters cost the most at decisions.
 */
final class MetersThroughput {

  private static final int STUDIES = 20;
  private static final int WORKERS = 4;
  private static final int BLOCK = 10_000;
  private static final int WARM_UP = 6;

  private MetersThroughput() {}

  /** Prints figures. */
  public static void main(String[] arguments) {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
    try (Side with = new Side(new TunerMetrics(ScrapedRegistry.create()));
        Side without = new Side(TunerMetrics.unread())) {
      for (int i = 0; i < WARM_UP; i++) {
        with.block();
        without.block();
      }
      double[] on = new double[rounds];
      double[] off = new double[rounds];
      double[] ratio = new double[rounds];
      for (int i = 0; i < rounds; i++) {
        // Alternate, so that neither side always runs second with the caches of the other.
        if (i % 2 == 0) {
          off[i] = without.block();
          on[i] = with.block();
        } else {
          on[i] = with.block();
          off[i] = without.block();
        }
        ratio[i] = on[i] / off[i];
      }
      print("with meters, µs a report", on);
      print("without, µs a report", off);
      print("ratio of a pair", ratio);
    }
  }

  private static void print(String what, double[] figures) {
    Arrays.sort(figures);
    int n = figures.length;
    System.out.printf(
        "%-26s median %.3f, quartiles %.3f and %.3f%n",
        what, figures[n / 2], figures[n / 4], figures[3 * n / 4]);
  }

  /** One tuner and the workers of its studies. */
  private static final class Side implements AutoCloseable {

    private final TunerDriver tuner;
    private final List<Worker> workers = new ArrayList<>();
    private long reports;

    Side(TunerMetrics metrics) {
      tuner = new TunerDriver(metrics);
      for (int study = 0; study < STUDIES; study++) {
        String name = "study-" + study;
        tuner.apply(
            name,
            Definition.small(name)
                .with("resource", "{\"max\": 27, \"eta\": 3}")
                .with("brackets", "\"flexband\"")
                .with("limits", "{\"loops\": 1000000}")
                .json());
        for (int i = 0; i < WORKERS; i++) {
          workers.add(new Worker(name, "w" + i));
        }
      }
    }

    /** Microseconds of processor time per report, including asks and commands. */
    double block() {
      long until = reports + BLOCK;
      long before = reports;
      long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      while (reports < until) {
        workers.forEach(this::step);
      }
      long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
      // Otherwise unread output would fill the heap.
      tuner.raw(TunerDriver.TOPICS.decisions());
      tuner.raw(TunerDriver.TOPICS.trials());
      return nanos / 1e3 / (reports - before);
    }

    private void step(Worker worker) {
      if (worker.grant == null) {
        worker.ask++;
        tuner.ask(worker.study, worker.name, worker.ask);
      } else {
        worker.resource++;
        tuner.report(worker.grant, worker.resource, loss(worker));
        reports++;
      }
      for (Command command : tuner.commands()) {
        hear(command);
      }
    }

    /** A loss that falls with training and ranks the trials. */
    private static double loss(Worker worker) {
      return (worker.grant.getTrial() * 37 % 101 + 100.0 / worker.resource) / 200;
    }

    private void hear(Command command) {
      for (Worker worker : workers) {
        if (!worker.study.equals(command.getStudy()) || !worker.name.equals(command.getWorker())) {
          continue;
        }
        if (command.getUntilResource() > 0) {
          worker.grant = command;
          worker.resource = command.getFromResource();
        } else if (command.getKind() != CommandKind.DISCARD_CHECKPOINT) {
          worker.grant = null;
        }
      }
    }

    @Override
    public void close() {
      tuner.close();
    }
  }

  private static final class Worker {

    private final String study;
    private final String name;
    private long ask;
    private long resource;
    private Command grant;

    Worker(String study, String name) {
      this.study = study;
      this.name = name;
    }
  }
}
