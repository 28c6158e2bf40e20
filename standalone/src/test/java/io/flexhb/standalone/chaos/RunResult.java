package io.flexhb.standalone.chaos;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Result of a run: what was counted, what the audit said, and what was not as promised. */
abstract class RunResult {

  private static final Duration AUDIT_LIMIT = Duration.ofMinutes(10);
  private static final int AUDIT_LINES = 200;

  private final List<String> breaches = new ArrayList<>();
  private String audit = "not done";
  private Duration elapsed = Duration.ZERO;
  private long decisions;

  /** Something that must not be. */
  final void breach(String what) {
    breaches.add(what);
  }

  final void counted(long read, Duration time) {
    decisions = read;
    elapsed = time;
  }

  /** Audits the topics of an installation whose tuners have ended. */
  final void audit(Installation installation) {
    Part process = installation.audit();
    process.start();
    Optional<Integer> status = process.awaitEnd(AUDIT_LIMIT);
    audit = process.lastWords(AUDIT_LINES);
    if (!status.equals(Optional.of(0))) {
      breach("the audit ended with " + status + ":\n" + audit);
    }
  }

  final List<String> breaches() {
    return List.copyOf(breaches);
  }

  final long decisions() {
    return decisions;
  }

  final Duration elapsed() {
    return elapsed;
  }

  /** All figures, for people. */
  final void print(PrintStream out) {
    printFigures(out);
    out.printf("audit:%n%s%n", audit.indent(2).stripTrailing());
    if (breaches.isEmpty()) {
      out.println("no breach");
    } else {
      out.println("BREACHES:");
      breaches.forEach(breach -> out.println("  " + breach));
    }
  }

  abstract void printFigures(PrintStream out);
}
