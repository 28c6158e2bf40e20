package io.flexhb.standalone.audit;

/** One promise, checked over the decisions of one incarnation of a study. */
abstract class Check {

  /** What it has seen, in all incarnations and partitions. */
  private final Guarantee promise;

  private final Findings findings;
  private boolean broken;

  Check(Guarantee promise, Findings findings) {
    this.promise = promise;
    this.findings = findings;
  }

  /** Takes the next decision, unless the promise is broken already. */
  final void take(AuditStep step) {
    if (!broken) {
      check(step);
    }
  }

  /** No more decisions come. */
  final void finish() {
    if (!broken) {
      end();
    }
  }

  abstract void check(AuditStep step);

  void end() {}

  /** One more thing is as it was promised. */
  final void holds() {
    findings.holds(promise);
  }

  /** One more thing cannot be told any more. */
  final void hidden(Unverifiable why) {
    findings.hidden(promise, why);
  }

  /** Something is not as it was promised; what follows from it is not looked at. */
  final void broken(String at, String what) {
    broken = true;
    findings.broken(promise, at, what);
  }
}
