package io.flexhb.standalone.audit;

/** Checks one guarantee over the decisions of one incarnation of a study. */
abstract class Check {

  /** The findings of all incarnations and partitions. */
  private final Guarantee promise;

  private final Findings findings;
  private boolean broken;

  Check(Guarantee promise, Findings findings) {
    this.promise = promise;
    this.findings = findings;
  }

  /** Takes the next decision, unless the guarantee is already broken. */
  final void take(AuditStep step) {
    if (!broken) {
      check(step);
    }
  }

  /** Called after the last decision. */
  final void finish() {
    if (!broken) {
      end();
    }
  }

  abstract void check(AuditStep step);

  void end() {}

  /** Counts one more item for which the guarantee holds. */
  final void holds() {
    findings.holds(promise);
  }

  /** Counts one more item that can no longer be checked. */
  final void hidden(Unverifiable why) {
    findings.hidden(promise, why);
  }

  /** Records a breach; later decisions are not checked against this guarantee. */
  final void broken(String at, String what) {
    broken = true;
    findings.broken(promise, at, what);
  }
}
