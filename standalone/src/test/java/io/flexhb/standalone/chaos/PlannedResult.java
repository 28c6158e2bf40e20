package io.flexhb.standalone.chaos;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What came of planned changes. */
final class PlannedResult {

  private record Change(String name, Duration gap, Duration settled, boolean decided) {}

  private final Duration limit;
  private final List<Change> changes = new ArrayList<>();
  private final List<Duration> drains = new ArrayList<>();
  private final Map<ReadyWatch.Answer, Integer> answers = new EnumMap<>(ReadyWatch.Answer.class);
  private final List<String> breaches = new ArrayList<>();
  private String audit = "not done";
  private Duration whileReady = Duration.ZERO;
  private Duration elapsed = Duration.ZERO;
  private long decisions;

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
      breach(name + ": no decision on some study for " + seconds(gap));
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
      breach("all tuners call themselves ready, and no decision on some study for " + seconds(gap));
    }
  }

  /** Something that must not be. */
  void breach(String what) {
    breaches.add(what);
  }

  void counted(long read, Duration time) {
    decisions = read;
    elapsed = time;
  }

  void audited(String words) {
    audit = words;
  }

  List<String> breaches() {
    return List.copyOf(breaches);
  }

  long decisions() {
    return decisions;
  }

  /** All figures, for people. */
  void print(PrintStream out) {
    out.printf("%n%d decisions in %d s%n", decisions, elapsed.toSeconds());
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
    out.printf("audit:%n%s%n", audit.indent(2).stripTrailing());
    if (breaches.isEmpty()) {
      out.println("no breach");
    } else {
      out.println("BREACHES:");
      breaches.forEach(breach -> out.println("  " + breach));
    }
  }

  private static String seconds(Duration time) {
    return "%.1f s".formatted(time.toMillis() / 1000.0);
  }
}
