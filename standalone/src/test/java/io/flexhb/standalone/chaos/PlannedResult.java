package io.flexhb.standalone.chaos;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The result of planned changes. */
final class PlannedResult extends RunResult {

  private record Change(String name, Duration gap, Duration settled, boolean decided) {}

  private final Duration limit;
  private final List<Change> changes = new ArrayList<>();
  private final List<Duration> drains = new ArrayList<>();
  private final Map<ReadyWatch.Answer, Integer> answers = new EnumMap<>(ReadyWatch.Answer.class);
  private Duration whileReady = Duration.ZERO;

  PlannedResult(Duration limit) {
    this.limit = limit;
  }

  /**
   * @param gap longest time without a decision on some study
   * @param settled from the last start until all were ready
   * @param decided whether some tuner was there throughout
   */
  void changed(String name, Duration gap, Duration settled, boolean decided) {
    changes.add(new Change(name, gap, settled, decided));
    if (decided && gap.compareTo(limit) > 0) {
      violation(name + ": no decision on some study for " + seconds(gap));
    }
  }

  /** A tuner was told to end, and did after this time. */
  void drained(Duration time) {
    drains.add(time);
  }

  /** Answers of a tuner. */
  void asked(List<ReadyWatch.Sample> samples) {
    samples.forEach(sample -> answers.merge(sample.answer(), 1, Integer::sum));
  }

  /** The longest time without a decision while all tuners called themselves ready. */
  void gapWhileReady(Duration gap) {
    whileReady = gap;
    if (gap.compareTo(limit) > 0) {
      violation(
          "all tuners call themselves ready, and no decision on some study for " + seconds(gap));
    }
  }

  @Override
  void printFigures(PrintStream out) {
    out.printf("%n%d decisions in %d s%n", decisions(), elapsed().toSeconds());
    out.printf("%-24s %12s %10s%n", "change", "longest gap", "ready");
    changes.forEach(
        change ->
            out.printf(
                "%-24s %12s %10s%n",
                change.name(), seconds(change.gap()), seconds(change.settled())));
    out.printf("drains: %s%n", drains.stream().map(PlannedResult::seconds).sorted().toList());
    out.printf(
        "answers of /readyz: %s; longest gap while all were ready: %s%n",
        answers, seconds(whileReady));
  }

  private static String seconds(Duration time) {
    return "%.1f s".formatted(time.toMillis() / 1000.0);
  }
}
