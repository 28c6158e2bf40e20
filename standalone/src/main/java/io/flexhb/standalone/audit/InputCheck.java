package io.flexhb.standalone.audit;

import io.flexhb.avro.JournalEntry;
import java.util.Optional;
import org.apache.avro.generic.IndexedRecord;

/** {@link Guarantee#INPUTS}. */
final class InputCheck extends Check {

  private final InputUse inputs;

  InputCheck(Findings findings, InputUse inputs) {
    super(Guarantee.INPUTS, findings);
    this.inputs = inputs;
  }

  @Override
  void check(AuditStep step) {
    JournalEntry entry = step.entry();
    String input = entry.getTopic() + "-" + entry.getPartition() + "@" + entry.getOffset();
    String decision = "decision " + entry.getSequence();
    if (entry.getPartition() != inputs.partition() || !inputs.isInput(entry.getTopic())) {
      violated(
          step.at(), decision + " used the input " + input + ", which is on another partition");
    } else if (!inputs.use(entry.getTopic(), entry.getOffset())) {
      violated(step.at(), decision + " used the input " + input + " again");
    } else {
      compare(step, entry, decision, input);
    }
  }

  private void compare(AuditStep step, JournalEntry entry, String decision, String input) {
    Optional<Long> found = inputs.fingerprint(entry.getTopic(), entry.getOffset());
    if (found.isEmpty() && !step.settled()) {
      // It was written after the inputs were read.
      return;
    }
    if (found.isEmpty() && inputs.mayBeRemoved(entry.getTopic(), entry.getOffset())) {
      unverifiable(Unverifiable.RETENTION);
    } else if (found.isEmpty()) {
      violated(step.at(), decision + " used the input " + input + ", where there is no record");
    } else if (found.get() != Fingerprint.of((IndexedRecord) entry.getInput())) {
      violated(step.at(), decision + " names an input that is not the record at " + input);
    } else {
      verified();
    }
  }
}
