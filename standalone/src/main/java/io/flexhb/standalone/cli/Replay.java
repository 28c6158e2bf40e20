package io.flexhb.standalone.cli;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.core.study.Decision;
import io.flexhb.core.study.StudyState;
import io.flexhb.service.codec.CommandCodec;
import io.flexhb.service.codec.JournalCodec;
import io.flexhb.service.codec.Origin;
import io.flexhb.standalone.journal.StudyReplica;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** Feeds the inputs of a journal to the engine and compares what it decides with what it did. */
final class Replay {

  /**
   * What came of it.
   *
   * @param identical decisions that were the same, from the first
   * @param difference the first that was not
   * @param state of the study after the last identical decision
   */
  record Result(long identical, Optional<Difference> difference, Optional<StudyState> state) {}

  /**
   * A decision that was another one.
   *
   * @param part of the entry that differs
   */
  record Difference(long sequence, String part, Object journaled, Object replayed) {}

  private Replay() {}

  /** Replays one incarnation, in order. */
  static Result of(List<JournalEntry> entries) {
    StudyReplica replica = new StudyReplica();
    Optional<StudyState> before = Optional.empty();
    long identical = 0;
    for (JournalEntry entry : entries) {
      Optional<Difference> difference = accept(replica, entry, identical + 1);
      if (difference.isPresent()) {
        return new Result(identical, difference, before);
      }
      before = replica.state();
      identical++;
    }
    return new Result(identical, Optional.empty(), before);
  }

  private static Optional<Difference> accept(
      StudyReplica replica, JournalEntry entry, long expected) {
    if (entry.getSequence() != expected) {
      return Optional.of(new Difference(expected, "sequence", entry.getSequence(), expected));
    }
    try {
      return difference(entry, decide(replica, entry));
    } catch (RuntimeException failure) {
      // Another engine, or an entry without its input: it makes no sense to this one.
      return Optional.of(
          new Difference(expected, "decision", entry.getFacts(), failure.toString()));
    }
  }

  private static JournalEntry decide(StudyReplica replica, JournalEntry entry) {
    Decision decision = replica.accept(entry);
    List<Command> commands =
        decision.commands().stream()
            .map(c -> CommandCodec.toWire(entry.getStudy(), c, entry.getTime()))
            .toList();
    return JournalCodec.entry(
        (SpecificRecord) entry.getInput(),
        new Origin(entry.getTopic(), entry.getPartition(), entry.getOffset()),
        entry.getTime(),
        replica.state().orElseThrow(),
        decision.facts(),
        commands,
        decision.reasons());
  }

  private static Optional<Difference> difference(JournalEntry journaled, JournalEntry replayed) {
    return part("incarnation", journaled, journaled.getIncarnation(), replayed.getIncarnation())
        .or(() -> part("facts", journaled, journaled.getFacts(), replayed.getFacts()))
        .or(() -> part("commands", journaled, journaled.getCommands(), replayed.getCommands()))
        .or(() -> part("reasons", journaled, journaled.getReasons(), replayed.getReasons()));
  }

  private static Optional<Difference> part(
      String name, JournalEntry entry, Object journaled, Object replayed) {
    return journaled.equals(replayed)
        ? Optional.empty()
        : Optional.of(new Difference(entry.getSequence(), name, journaled, replayed));
  }
}
