package io.flexhb.standalone.chaos;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The result of a run. */
final class ChaosResult extends RunResult {

  private final Map<Fault, List<Duration>> recoveries = new EnumMap<>(Fault.class);
  private int failedStarts;
  private int lost;

  void struck(Fault fault, Duration recovery) {
    recoveries.computeIfAbsent(fault, f -> new ArrayList<>()).add(recovery);
  }

  /** A tuner that was started while it could not start, because broker or registry were away. */
  void failedStart() {
    failedStarts++;
  }

  void lost(int attempts) {
    lost = attempts;
  }

  /** Sorted. */
  List<Duration> recoveries(Fault fault) {
    return recoveries.getOrDefault(fault, List.of()).stream().sorted().toList();
  }

  @Override
  void printFigures(PrintStream out) {
    int faults = recoveries.values().stream().mapToInt(List::size).sum();
    out.printf("%n%d faults in %d s, %d decisions%n", faults, elapsed().toSeconds(), decisions());
    out.printf("%-22s %5s %8s %8s%n", "fault", "times", "median", "longest");
    for (Fault fault : recoveries.keySet()) {
      List<Duration> sorted = recoveries(fault);
      out.printf(
          "%-22s %5d %6.1f s %6.1f s%n",
          fault,
          sorted.size(),
          sorted.get(sorted.size() / 2).toMillis() / 1000.0,
          sorted.get(sorted.size() - 1).toMillis() / 1000.0);
    }
    out.printf("attempts lost with their workers: %d%n", lost);
    out.printf("starts of tuners without broker or registry: %d%n", failedStarts);
  }
}
