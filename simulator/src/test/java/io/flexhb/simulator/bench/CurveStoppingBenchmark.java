package io.flexhb.simulator.bench;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.schedule.CurveFittingRule;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Time of a verdict of curve stopping, which a tuner needs for each new value below a trial's rung.
 * Arguments: scores of the trial (default 20), rounds (default 200).
 */
public final class CurveStoppingBenchmark {

  private CurveStoppingBenchmark() {}

  public static void main(String[] args) {
    int scores = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 200;
    List<Long> resources = LongStream.rangeClosed(1, scores).boxed().toList();
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    double[] millis = new double[2 * rounds];
    int stopped = 0;
    for (int round = 0; round < millis.length; round++) {
      CounterRandom draw = CounterRandom.of(round, "curve", 0);
      double top = 0.5 + 0.45 * draw.nextDouble();
      double rate = 0.1 + 1.9 * draw.nextDouble();
      List<Double> curve =
          IntStream.rangeClosed(1, scores)
              .mapToObj(x -> top - 0.4 * Math.pow(x, -rate) + 0.02 * (2 * draw.nextDouble() - 1))
              .toList();
      long before = thread.getCurrentThreadCpuTime();
      boolean stop =
          CurveFittingRule.defaults()
              .judge(resources, curve, 4L * scores, 0.8, CounterRandom.of(round, "judge", 0))
              .stop();
      millis[round] = (thread.getCurrentThreadCpuTime() - before) / 1e6;
      stopped += stop ? 1 : 0;
    }
    double[] warm = Arrays.copyOfRange(millis, rounds, millis.length);
    Arrays.sort(warm);
    System.out.printf(
        Locale.ROOT,
        "verdict from %d scores: p50 %.1f  p99 %.1f ms of processor time; %d of %d stop%n",
        scores,
        warm[rounds / 2],
        warm[rounds * 99 / 100],
        stopped,
        millis.length);
  }
}
