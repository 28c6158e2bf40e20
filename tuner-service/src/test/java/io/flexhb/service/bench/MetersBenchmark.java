package io.flexhb.service.bench;

import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.service.Definition;
import io.flexhb.service.http.MetricsPage;
import io.flexhb.service.metrics.ScrapedRegistry;
import io.flexhb.service.metrics.StudyMeters;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.simulator.Fleet;
import io.flexhb.simulator.SimulationPlan;
import io.flexhb.simulator.Simulator;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Measures the cost of study meters: the size and time of a scrape, and the time of a decision. A
 * program, not a timed test: {@code MetersBenchmark [studies]}.
 */
public final class MetersBenchmark {

  private static final int SCRAPES = 40;
  private static final int ROUNDS = 5;

  private record Decided(Optional<StudyState> before, Decision decision, StudyState after) {}

  private MetersBenchmark() {}

  /** Prints figures. */
  public static void main(String[] arguments) throws IOException {
    int studies = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
    List<Decided> decisions = decisions("study-0000");
    PrometheusMeterRegistry registry = ScrapedRegistry.create();
    TunerMetrics metrics = new TunerMetrics(registry);
    StudyMeters meters = metrics.studies();
    for (int i = 0; i < studies; i++) {
      decisions("study-%04d".formatted(i)).forEach(d -> tell(meters, d));
    }
    scrape(registry, meters, decisions, studies);
    decide();
  }

  /** Studies change between scrapes, as in a real run. */
  private static void scrape(
      PrometheusMeterRegistry registry, StudyMeters meters, List<Decided> decisions, int studies)
      throws IOException {
    MetricsPage page = new MetricsPage(registry);
    double[] wall = new double[SCRAPES];
    double[] processor = new double[SCRAPES];
    int bytes = 0;
    for (int i = 0; i < SCRAPES; i++) {
      tell(meters, decisions.get(decisions.size() - 1));
      long cpu = processorNanos();
      long begin = System.nanoTime();
      bytes = page.answer("text/plain").body().length;
      wall[i] = (System.nanoTime() - begin) / 1e6;
      processor[i] = (processorNanos() - cpu) / 1e6;
    }
    Arrays.sort(wall);
    Arrays.sort(processor);
    System.out.printf(
        "scrape of %d studies: %d bytes; processor p50 %.1f ms, most %.1f ms; wall p50 %.1f ms,"
            + " most"
            + " %.1f ms%n",
        studies,
        bytes,
        processor[SCRAPES / 2],
        processor[SCRAPES - 1],
        wall[SCRAPES / 2],
        wall[SCRAPES - 1]);
  }

  /** Compares the same decisions with meters that are read and meters that are not. */
  private static void decide() {
    List<Decided> decisions = decisions("cost");
    LongSupplier read = () -> cost(new TunerMetrics(ScrapedRegistry.create()), decisions);
    LongSupplier unread = () -> cost(TunerMetrics.unread(), decisions);
    double[] with = new double[ROUNDS];
    double[] without = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      without[i] = unread.getAsLong() / 1e3;
      with[i] = read.getAsLong() / 1e3;
    }
    Arrays.sort(with);
    Arrays.sort(without);
    System.out.printf(
        "a decision that changes a study: %.2f µs with meters, %.2f µs without (processor, of"
            + " %d)%n",
        with[ROUNDS / 2], without[ROUNDS / 2], decisions.size());
  }

  /** Nanoseconds of processor time for each decision. */
  private static long cost(TunerMetrics metrics, List<Decided> decisions) {
    StudyMeters meters = metrics.studies();
    int repeats = 40;
    long begin = processorNanos();
    for (int i = 0; i < repeats; i++) {
      for (Decided d : decisions) {
        // The changes are computed for the store in any case.
        tell(meters, d);
      }
    }
    return (processorNanos() - begin) / ((long) repeats * decisions.size());
  }

  private static void tell(StudyMeters meters, Decided d) {
    meters.decided(
        d.before(), d.after(), d.decision(), StateChanges.by(d.decision(), d.before(), d.after()));
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static List<Decided> decisions(String study) {
    List<Decided> decisions = new ArrayList<>();
    Simulator.run(
        SimulationPlan.of(
                Definition.small(study)
                    .with("resource", "{\"max\": 27, \"eta\": 3}")
                    .with("brackets", "\"flexband\"")
                    .with("limits", "{\"loops\": 4}")
                    .spec(),
                (configuration, resource, seed) ->
                    ((Number) configuration.values().get("lr")).doubleValue() / resource)
            .with(Fleet.of(8)),
        (before, event, decision, after) -> {
          if (decision.changesState()) {
            decisions.add(new Decided(before, decision, after));
          }
        });
    return decisions;
  }
}
