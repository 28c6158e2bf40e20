package io.flexhb.standalone.audit;

import io.flexhb.avro.Command;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The commands in one partition. A command may be sent again under the same id if only its time
 * differs. A fencing command may also differ in its reason.
 */
final class SentCommands {

  private static final Set<String> TIME = Set.of("issuedAt");
  private static final Set<String> TIME_AND_WORDS = Set.of("issuedAt", "reason");

  private final Map<String, Long> fingerprints = new HashMap<>();
  private final List<Violation> changed = new ArrayList<>();
  private final boolean complete;
  private long oldest = Long.MAX_VALUE;

  SentCommands(AuditedTopics topics, int partition) {
    complete = topics.beginning(topics.names().commands(), partition) == 0;
    topics.commands(partition, entry -> entry.value().ifPresent(command -> take(entry, command)));
  }

  private void take(CommittedRecord<Command> entry, Command command) {
    oldest = Math.min(oldest, entry.timestamp());
    Long first = fingerprints.putIfAbsent(id(command), fingerprint(command));
    if (first != null && first != fingerprint(command)) {
      changed.add(
          new Violation(
              Guarantee.COMMANDS,
              command.getStudy(),
              command.getIncarnation().toString(),
              entry.at(),
              "command " + command.getId() + " was sent again and is another one"));
    }
  }

  private static String id(Command command) {
    return command.getIncarnation() + "/" + command.getId();
  }

  private static long fingerprint(Command command) {
    return Fingerprint.of(command, command.getId().startsWith("fence:") ? TIME_AND_WORDS : TIME);
  }

  /** The commands that were sent again with different content. */
  List<Violation> changed() {
    return changed;
  }

  /** Whether it was sent with this content; empty when no command was sent under its id. */
  Optional<Boolean> wasSent(Command command) {
    return Optional.ofNullable(fingerprints.get(id(command)))
        .map(sent -> sent == fingerprint(command));
  }

  /** Whether retention may have removed what was sent then. */
  boolean mayBeRemoved(long millis) {
    return !complete && millis <= oldest;
  }
}
