package io.flexhb.standalone.audit;

import io.flexhb.avro.Command;
import java.util.Optional;

/** {@link Guarantee#COMMANDS}. */
final class CommandCheck extends Check {

  private final SentCommands sent;

  CommandCheck(Findings findings, SentCommands sent) {
    super(Guarantee.COMMANDS, findings);
    this.sent = sent;
  }

  @Override
  void check(AuditStep step) {
    if (!step.settled()) {
      return;
    }
    for (Command command : step.entry().getCommands()) {
      Optional<Boolean> found = sent.wasSent(command);
      String subject =
          "command " + command.getId() + " of decision " + step.entry().getSequence() + " ";
      if (found.isPresent() && found.get()) {
        verified();
      } else if (found.isPresent()) {
        violated(step.at(), subject + "was sent with different content");
        return;
      } else if (sent.mayBeRemoved(step.entry().getTime().toEpochMilli())) {
        unverifiable(Unverifiable.RETENTION);
      } else {
        violated(step.at(), subject + "was not sent");
        return;
      }
    }
  }
}
