package io.flexhb.standalone.audit;

import io.flexhb.client.journal.Replayer;

/** {@link Guarantee#REPLAY}. */
final class ReplayCheck extends Check {

  ReplayCheck(Findings findings) {
    super(Guarantee.REPLAY, findings);
  }

  @Override
  void check(AuditStep step) {
    if (step.judged().isEmpty()) {
      unverifiable(Unverifiable.ENGINE);
      return;
    }
    if (step.judged().get().difference().isEmpty()) {
      verified();
      return;
    }
    Replayer.Difference difference = step.judged().get().difference().get();
    violated(
        step.at(),
        "decision "
            + step.entry().getSequence()
            + " differs in its "
            + difference.part()
            + "; journal: "
            + difference.journaled()
            + "; replay: "
            + difference.replayed());
  }
}
