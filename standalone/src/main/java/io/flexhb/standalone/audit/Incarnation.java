package io.flexhb.standalone.audit;

import io.flexhb.avro.JournalEntry;
import io.flexhb.client.journal.Replayer;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.state.StudyState;
import java.util.List;
import java.util.Optional;

/** Passes the journal of one incarnation of a study, decision by decision, to all checks. */
final class Incarnation {

  private final Findings findings;
  private final List<Check> checks;
  private final Replayer replayer = new Replayer();
  private boolean replays = true;
  private long decisions;
  private long newestOffset;

  Incarnation(Findings findings, List<Check> checks) {
    this.findings = findings;
    this.checks = checks;
  }

  /**
   * Takes the next decision.
   *
   * @param settled whether it was committed before any other topic was read
   */
  void take(CommittedRecord<JournalEntry> record, boolean settled) {
    JournalEntry entry = record.value().orElseThrow();
    decisions++;
    newestOffset = record.offset();
    AuditStep step =
        new AuditStep(entry, record.at(), settled, replays ? judge(entry) : Optional.empty());
    checks.forEach(check -> check.take(step));
  }

  /** Cannot judge decisions that follow an entry of another engine or one that differs. */
  private Optional<AuditStep.Judged> judge(JournalEntry entry) {
    boolean ours = entry.getEngineVersion().equals(StudyEngine.VERSION);
    boolean follows = entry.getSequence() == replayer.identical() + 1;
    if (!ours || !follows) {
      replays = false;
      return Optional.empty();
    }
    Optional<StudyState> before = replayer.state();
    Optional<Replayer.Difference> difference = replayer.accept(entry);
    replays = difference.isEmpty();
    return Optional.of(
        new AuditStep.Judged(
            difference,
            before,
            replays ? replayer.state() : Optional.empty(),
            replayer.decision().orElse(null)));
  }

  /** Called after the last decision. */
  Findings finish() {
    checks.forEach(Check::finish);
    return findings;
  }

  long decisions() {
    return decisions;
  }

  /** Offset of its newest decision. */
  long newestOffset() {
    return newestOffset;
  }
}
