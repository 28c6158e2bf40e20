package io.flexhb.standalone.audit;

/** {@link Guarantee#SEQUENCES}. */
final class SequenceCheck extends Check {

  private long last;

  SequenceCheck(Findings findings) {
    super(Guarantee.SEQUENCES, findings);
  }

  @Override
  void check(AuditStep step) {
    long sequence = step.entry().getSequence();
    if (sequence != last + 1) {
      violated(
          step.at(),
          "decision "
              + sequence
              + (last == 0 ? " is the first that is there" : " follows decision " + last)
              + ", expected "
              + (last + 1));
      return;
    }
    last = sequence;
    verified();
  }
}
