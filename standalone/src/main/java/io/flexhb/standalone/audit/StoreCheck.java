package io.flexhb.standalone.audit;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import java.util.Optional;

/**
 * {@link Guarantee#STORES}. The stored study is compared with the state after the decision that it
 * names, so a tuner may run during the audit. It must not be older than the settled journal.
 */
final class StoreCheck extends Check {

  private final Optional<StudyState> stored;
  private long settled;
  private String lastAt = "";
  private boolean blind;
  private boolean deleted;
  private boolean compared;

  /**
   * @param stored the incarnation in the changelog; empty when it is not there
   */
  StoreCheck(Findings findings, Optional<StudyState> stored) {
    super(Guarantee.STORES, findings);
    this.stored = stored;
  }

  @Override
  void check(AuditStep step) {
    lastAt = step.at();
    if (step.settled()) {
      settled = step.entry().getSequence();
    }
    if (step.after().isEmpty()) {
      blind = true;
      return;
    }
    StudyState after = step.after().get();
    deleted = after.status() == StudyStatus.DELETED;
    if (stored.isPresent() && stored.get().sequence() == after.sequence()) {
      compared = true;
      StateDifference.between(stored.get(), after)
          .ifPresent(
              difference ->
                  violated(
                      step.at(),
                      "in the store after decision " + after.sequence() + ", " + difference));
    }
  }

  @Override
  void end() {
    if (blind || deleted) {
      return;
    }
    if (stored.isEmpty()) {
      if (settled > 0) {
        violated(lastAt, "the store does not hold the study");
      }
    } else if (!compared || stored.get().sequence() < settled) {
      violated(
          lastAt,
          "the store holds the study after decision "
              + stored.get().sequence()
              + ", the journal goes on to decision "
              + settled);
    } else {
      verified();
    }
  }
}
