package io.flexhb.standalone.audit;

import io.flexhb.avro.JournalEntry;
import io.flexhb.client.journal.Replayer;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.state.StudyState;
import java.util.Optional;

/**
 * One decision as the checks see it.
 *
 * @param at where its entry lies
 * @param settled whether it was committed before any other topic was read
 * @param judged what this engine makes of it; empty when it cannot tell
 */
record AuditStep(JournalEntry entry, String at, boolean settled, Optional<Judged> judged) {

  /**
   * A decision that was made again.
   *
   * @param difference empty when it is the same
   * @param before empty when it made the study
   * @param after empty when it differs
   */
  record Judged(
      Optional<Replayer.Difference> difference,
      Optional<StudyState> before,
      Optional<StudyState> after,
      Decision decision) {}

  /** The state after the decision, when it is known. */
  Optional<StudyState> after() {
    return judged.flatMap(Judged::after);
  }
}
