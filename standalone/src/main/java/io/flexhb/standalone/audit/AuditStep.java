package io.flexhb.standalone.audit;

import io.flexhb.avro.JournalEntry;
import io.flexhb.client.journal.Replayer;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.state.StudyState;
import java.util.Optional;

/**
 * One decision as the checks see it.
 *
 * @param at position of its journal entry
 * @param settled whether it was committed before any other topic was read
 * @param judged result of replaying it with this engine; empty when this engine cannot judge it
 */
record AuditStep(JournalEntry entry, String at, boolean settled, Optional<Judged> judged) {

  /**
   * A replayed decision.
   *
   * @param difference how the replayed decision differs; empty when it is identical
   * @param before the state before it; empty when it created the study
   * @param after the state after it; empty when it differs
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
