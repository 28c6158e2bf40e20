package io.flexhb.standalone.chaos;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Result of a run: what was counted, the result of the audit, and the violated guarantees. */
abstract class RunResult {

  private static final Duration AUDIT_LIMIT = Duration.ofMinutes(10);
  private static final int AUDIT_LINES = 200;

  private final List<String> violations = new ArrayList<>();
  private String audit = "not done";
  private Duration elapsed = Duration.ZERO;
  private long decisions;

  /** Records a violated guarantee. */
  final void violation(String what) {
    violations.add(what);
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
    audit = process.log().end(AUDIT_LINES);
    if (!status.equals(Optional.of(0))) {
      violation("the audit ended with " + status + ":\n" + audit);
    }
  }

  final List<String> violations() {
    return List.copyOf(violations);
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
    if (violations.isEmpty()) {
      out.println("no violation");
    } else {
      out.println("VIOLATIONS:");
      violations.forEach(violation -> out.println("  " + violation));
    }
  }

  abstract void printFigures(PrintStream out);
}
