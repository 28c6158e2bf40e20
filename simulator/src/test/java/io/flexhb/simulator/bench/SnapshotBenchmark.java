package io.flexhb.simulator.bench;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.StudySnapshot;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.simulator.Fleet;
import io.flexhb.simulator.SimulationPlan;
import io.flexhb.simulator.Simulator;
import io.flexhb.simulator.ToyFunction;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;

/**
 * Time to make the snapshot that samplers see, for a study of many trials (R = 27, three
 * parameters). Arguments: trials (default 10000), rounds (default 100).
 */
public final class SnapshotBenchmark {

  private SnapshotBenchmark() {}

  public static void main(String[] args) {
    int trials = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 100;
    StudyState state =
        Simulator.run(
                SimulationPlan.of(Specs.of(27, 3).trials(trials).spec(), new ToyFunction(0.2))
                    .with(Fleet.of(8)))
            .state();
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    double[] millis = new double[rounds];
    int values = 0;
    for (int round = 0; round < rounds; round++) {
      long before = thread.getCurrentThreadCpuTime();
      Measurements snapshot = StudySnapshot.measurements(state);
      millis[round] = (thread.getCurrentThreadCpuTime() - before) / 1e6;
      values = snapshot.levels().stream().mapToInt(level -> level.size()).sum();
    }
    double first = millis[0];
    Arrays.sort(millis);
    System.out.printf(
        Locale.ROOT,
        "snapshot of %d trials, %d values: p50 %.2f  p99 %.2f  first %.1f ms of processor time%n",
        state.trials().size(),
        values,
        millis[rounds / 2],
        millis[rounds * 99 / 100],
        first);
  }
}
