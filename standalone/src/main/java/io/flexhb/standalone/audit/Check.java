package io.flexhb.standalone.audit;

/** Checks one guarantee over the decisions of one incarnation of a study. */
abstract class Check {

  /** The findings of all incarnations and partitions. */
  private final Guarantee guarantee;

  private final Findings findings;
  private boolean violated;

  Check(Guarantee guarantee, Findings findings) {
    this.guarantee = guarantee;
    this.findings = findings;
  }

  /** Takes the next decision, unless the guarantee is already violated. */
  final void take(AuditStep step) {
    if (!violated) {
      check(step);
    }
  }

  /** Called after the last decision. */
  final void finish() {
    if (!violated) {
      end();
    }
  }

  abstract void check(AuditStep step);

  void end() {}

  /** Counts one more item for which the guarantee holds. */
  final void verified() {
    findings.verified(guarantee);
  }

  /** Counts one more item that can no longer be checked. */
  final void unverifiable(Unverifiable why) {
    findings.unverifiable(guarantee, why);
  }

  /** Records a violation; later decisions are not checked against this guarantee. */
  final void violated(String at, String what) {
    violated = true;
    findings.violated(guarantee, at, what);
  }
}
