package io.flexhb.standalone.cli;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.core.study.Decision;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.StudyEvent;
import io.flexhb.core.study.StudyState;
import io.flexhb.service.codec.CommandCodec;
import io.flexhb.service.codec.EventCodec;
import io.flexhb.service.codec.JournalCodec;
import io.flexhb.service.codec.Origin;
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
    Optional<StudyState> state = Optional.empty();
    long sequence = 0;
    for (JournalEntry entry : entries) {
      if (entry.getSequence() != sequence + 1) {
        return new Result(
            sequence,
            Optional.of(
                new Difference(sequence + 1, "sequence", entry.getSequence(), sequence + 1)),
            state);
      }
      Optional<StudyState> before = state;
      Replayed replayed;
      try {
        replayed = decide(before, entry);
      } catch (RuntimeException failure) {
        // Another engine, or a journal with parts missing: its inputs make no sense to this one.
        Difference difference =
            new Difference(entry.getSequence(), "decision", entry.getFacts(), failure.toString());
        return new Result(sequence, Optional.of(difference), state);
      }
      Optional<Difference> difference = difference(entry, replayed.entry());
      if (difference.isPresent()) {
        return new Result(sequence, difference, state);
      }
      state = Optional.of(replayed.state());
      sequence++;
    }
    return new Result(sequence, Optional.empty(), state);
  }

  private record Replayed(JournalEntry entry, StudyState state) {}

  private static Replayed decide(Optional<StudyState> before, JournalEntry entry) {
    SpecificRecord input = (SpecificRecord) entry.getInput();
    if (input == null) {
      throw new IllegalStateException("the entry has no input");
    }
    StudyEvent event =
        EventCodec.event(input, entry.getTime().toEpochMilli(), before.map(StudyState::spec));
    Decision decision = StudyEngine.decide(before, event);
    StudyState after = StudyEngine.apply(before, decision);
    List<Command> commands =
        decision.commands().stream()
            .map(c -> CommandCodec.toWire(entry.getStudy(), c, entry.getTime()))
            .toList();
    JournalEntry replayed =
        JournalCodec.entry(
            input,
            new Origin(entry.getTopic(), entry.getPartition(), entry.getOffset()),
            entry.getTime(),
            after,
            decision.facts(),
            commands,
            decision.reasons());
    return new Replayed(replayed, after);
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
