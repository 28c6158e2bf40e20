package io.flexhb.core.bench;

import io.flexhb.core.sim.ToyFunction;
import io.flexhb.core.study.AttemptRef;
import io.flexhb.core.study.Checkpoint;
import io.flexhb.core.study.Command;
import io.flexhb.core.study.Decision;
import io.flexhb.core.study.Method;
import io.flexhb.core.study.Metric;
import io.flexhb.core.study.RequestedState;
import io.flexhb.core.study.SlotId;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.StudyEvent;
import io.flexhb.core.study.StudyState;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Processor time to decide a boundary report and to apply the decision, in a study with few and
 * with many trials, measured in turns in one run. Exits with 1 when many trials cost more than
 * {@value #MOST_TIMES_SLOWER} times as much.
 *
 * <pre>java -cp ... io.flexhb.core.bench.DecisionTime [few] [many] [reports]</pre>
 */
public final class DecisionTime {
  private static final double MOST_TIMES_SLOWER = 1.2;
  private static final int SLOTS = 16;
  private static final int BATCH = 500;

  /** What other processes take from this one is not ours: time of this thread, not of the clock. */
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private DecisionTime() {}

  public static void main(String[] arguments) {
    int few = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000;
    int many = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
    int reports = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 100_000;
    Fleet small = new Fleet();
    small.growTo(few);
    Fleet large = new Fleet();
    large.growTo(many);

    measure(small, large, reports / 2);
    long[][] nanos = measure(small, large, reports);
    System.out.println(line(few, nanos[0]));
    System.out.println(line(many, nanos[1]));
    double ratio = mean(nanos[1]) / mean(nanos[0]);
    System.out.println(String.format(Locale.ROOT, "ratio of means %.2f", ratio));
    if (ratio > MOST_TIMES_SLOWER) {
      System.exit(1);
    }
  }

  /** In turns, each batch from the same state, so that the studies do not grow. */
  private static long[][] measure(Fleet small, Fleet large, int reports) {
    long[][] nanos = {new long[reports], new long[reports]};
    for (int from = 0; from < reports; from += BATCH) {
      int to = Math.min(reports, from + BATCH);
      new Fleet(small).report(nanos[0], from, to);
      new Fleet(large).report(nanos[1], from, to);
    }
    return nanos;
  }

  private static String line(int trials, long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return String.format(
        Locale.ROOT,
        "%7d trials: mean %6.1f us, p50 %6.1f us, p99 %6.1f us",
        trials,
        mean(nanos) / 1e3,
        sorted[sorted.length / 2] / 1e3,
        sorted[sorted.length * 99 / 100] / 1e3);
  }

  private static double mean(long[] nanos) {
    return Arrays.stream(nanos).average().orElseThrow();
  }

  /** Slots that train in no time. */
  private static final class Fleet {
    private static final UUID INCARNATION = new UUID(0, 0);
    private static final ToyFunction TOY = new ToyFunction(0.2);

    private final Map<SlotId, Command> grants = new TreeMap<>();
    private StudyState state;
    private long nanos;
    private long sequence;
    private int turn;

    Fleet() {
      StudyEvent created =
          new StudyEvent.Applied(
              0,
              INCARNATION,
              RequestedState.ACTIVE,
              Specs.of(27, 3)
                  .brackets(Method.Brackets.FLEXBAND)
                  .loops(Integer.MAX_VALUE / 4)
                  .spec());

      state = StudyEngine.apply(Optional.empty(), StudyEngine.decide(Optional.empty(), created));
    }

    Fleet(Fleet other) {
      grants.putAll(other.grants);
      state = other.state;
      sequence = other.sequence;
      turn = other.turn;
    }

    void growTo(int trials) {
      while (state.trials().size() < trials) {
        next();
      }
    }

    void report(long[] taken, int from, int to) {
      for (int i = from; i < to; ) {
        if (next()) {
          taken[i++] = nanos;
        }
      }
    }

    /** Lets the next slot ask, or report up to its boundary; returns whether it did the latter. */
    private boolean next() {
      SlotId slot = new SlotId("worker", turn++ % SLOTS);
      Command grant = grants.get(slot);
      if (grant == null) {
        on(
            new StudyEvent.WorkAsked(
                sequence, Optional.of(INCARNATION), slot, ++sequence, List.of()));
        return false;
      }
      for (long level : state.spec().fidelityLevels()) {
        if (level > grant.fromResource() && level <= grant.untilResource()) {
          report(slot, grant, level);
        }
      }
      return true;
    }

    private void report(SlotId slot, Command grant, long resource) {
      double value = TOY.value(state.trials().get(grant.trial()).configuration(), resource, 1);
      on(
          new StudyEvent.Reported(
              ++sequence,
              new AttemptRef(INCARNATION, grant.trial(), grant.attempt()),
              slot,
              grant.id(),
              resource,
              Metric.of(value),
              Optional.of(new Checkpoint(resource, "checkpoint"))));
    }

    private void on(StudyEvent event) {
      long start = THREADS.getCurrentThreadCpuTime();
      Decision decision = StudyEngine.decide(Optional.of(state), event);
      if (decision.changesState()) {
        state = StudyEngine.apply(Optional.of(state), decision);
      }
      nanos = THREADS.getCurrentThreadCpuTime() - start;

      for (Command command : decision.commands()) {
        SlotId to = command.to().orElseThrow();
        if (command.kind().isGrant()) {
          grants.put(to, command);
        } else if (grants.containsKey(to) && grants.get(to).trial() == command.trial()) {
          grants.remove(to);
        }
      }
    }
  }
}
