package io.flexhb.core.bench;

import io.flexhb.core.study.Decision;
import io.flexhb.core.study.Fact;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.StudyEvent;
import io.flexhb.core.study.StudyState;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Time to decide an ask or a boundary report and to apply the decision, in a study with few and
 * with many trials, measured in turns in one run. Exits with 1 when many trials cost more than
 * {@value #MOST_TIMES_SLOWER} times as much, by the clock or in processor time.
 *
 * <p>The small study starts each turn anew, so that it stays small. The large one goes on: it would
 * find all that it needs in the processor's caches if it went over the same ground each time.
 *
 * <pre>java -cp ... io.flexhb.core.bench.DecisionTime [few] [many] [decisions]</pre>
 */
public final class DecisionTime {
  private static final double MOST_TIMES_SLOWER = 1.2;
  private static final int TURN = 500;

  private DecisionTime() {}

  /** What the worker's wait was for; the order is that of the table. */
  private enum Kind {
    ASK,
    ASK_OPENS_BRACKET,
    REPORT,
    REPORT_DECIDES_RUNG;

    static Kind of(StudyEvent event, Decision decision) {
      boolean opens = has(decision, Fact.BracketOpened.class);
      boolean decides = has(decision, Fact.RungDecided.class);
      if (event instanceof StudyEvent.WorkAsked) {
        return opens ? ASK_OPENS_BRACKET : ASK;
      }
      return decides ? REPORT_DECIDES_RUNG : REPORT;
    }

    private static boolean has(Decision decision, Class<? extends Fact> kind) {
      return decision.facts().stream().anyMatch(kind::isInstance);
    }
  }

  public static void main(String[] arguments) {
    int few = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000;
    int many = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
    int decisions = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 100_000;
    InstantFleet small = grown(few);
    InstantFleet large = grown(many);

    measure(small, large, decisions / 2);
    Watch[] watches = measure(small, large, decisions);
    System.out.printf(Locale.ROOT, "study of %d trials%n%s", few, watches[0].table());
    System.out.printf(
        Locale.ROOT, "study of %d to %d trials%n%s", many, large.trials(), watches[1].table());
    double wall = watches[1].wall.mean() / watches[0].wall.mean();
    double processor = watches[1].processor.mean() / watches[0].processor.mean();
    System.out.printf(Locale.ROOT, "ratio of means: wall %.2f, processor %.2f%n", wall, processor);
    if (Math.max(wall, processor) > MOST_TIMES_SLOWER) {
      System.exit(1);
    }
  }

  private static InstantFleet grown(int trials) {
    InstantFleet fleet = new InstantFleet();
    Watch untold = new Watch(0);
    while (fleet.trials() < trials) {
      fleet.next(untold);
    }
    return fleet;
  }

  private static Watch[] measure(InstantFleet small, InstantFleet large, int decisions) {
    Watch[] watches = {new Watch(decisions), new Watch(decisions)};
    for (int upTo = TURN; upTo <= decisions; upTo += TURN) {
      turn(new InstantFleet(small), watches[0], upTo);
      turn(large, watches[1], upTo);
    }
    return watches;
  }

  private static void turn(InstantFleet fleet, Watch watch, int upTo) {
    while (watch.wall.size < upTo) {
      fleet.next(watch);
    }
  }

  /** The engine, with a look at the clocks before and after. */
  private static final class Watch implements InstantFleet.Engine {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    final Sample wall;
    final Sample processor;
    private final Map<Kind, Sample> byKind = new EnumMap<>(Kind.class);
    private StudyState after;

    Watch(int decisions) {
      wall = new Sample(decisions);
      processor = new Sample(decisions);
      for (Kind kind : Kind.values()) {
        byKind.put(kind, new Sample(decisions));
      }
    }

    @Override
    public Decision on(StudyState state, StudyEvent event, boolean awaited) {
      long used = THREADS.getCurrentThreadCpuTime();
      long start = System.nanoTime();
      Decision decision = StudyEngine.decide(Optional.of(state), event);
      after = decision.changesState() ? StudyEngine.apply(Optional.of(state), decision) : state;
      long end = System.nanoTime();
      long usedAfter = THREADS.getCurrentThreadCpuTime();
      if (awaited && wall.size < wall.nanos.length) {
        wall.add(end - start);
        processor.add(usedAfter - used - READING);
        byKind.get(Kind.of(event, decision)).add(usedAfter - used - READING);
      }
      return decision;
    }

    @Override
    public StudyState after() {
      return after;
    }

    /** What it takes to look at the clocks, with nothing between. */
    private static final long READING = reading();

    private static long reading() {
      Sample sample = new Sample(200_000);
      for (int i = 0; i < sample.nanos.length; i++) {
        long used = THREADS.getCurrentThreadCpuTime();
        long wall = System.nanoTime() - System.nanoTime();
        sample.add(THREADS.getCurrentThreadCpuTime() - used + (wall > 0 ? 1 : 0));
      }
      System.out.println("reading " + sample.quantile(0.5) + " mean " + sample.mean());
      return (long) sample.quantile(0.5);
    }

    String table() {
      StringBuilder table = new StringBuilder();
      table.append(line("wall", wall)).append(line("processor", processor));
      byKind.forEach((kind, sample) -> table.append(line(kind.name(), sample)));
      return table.toString();
    }

    private String line(String what, Sample sample) {
      return String.format(
          Locale.ROOT,
          "  %-20s %5.1f %%  mean %6.1f us, p50 %6.1f us, p99 %6.1f us%n",
          what,
          100.0 * sample.size / wall.size,
          sample.mean() / 1e3,
          sample.quantile(0.5) / 1e3,
          sample.quantile(0.99) / 1e3);
    }
  }

  private static final class Sample {
    final long[] nanos;
    int size;

    Sample(int capacity) {
      nanos = new long[capacity];
    }

    void add(long taken) {
      nanos[size++] = taken;
    }

    double mean() {
      return Arrays.stream(nanos, 0, size).average().orElse(0);
    }

    double quantile(double share) {
      long[] sorted = Arrays.copyOf(nanos, size);
      Arrays.sort(sorted);
      return size == 0 ? 0 : sorted[(int) (share * (size - 1))];
    }
  }
}
