package io.flexhb.client.journal;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.codec.CommandCodec;
import io.flexhb.codec.JournalCodec;
import io.flexhb.codec.Origin;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.state.StudyState;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * Feeds the inputs of one incarnation's journal to the engine, entry by entry, and compares its
 * decisions with those in the journal. Unusable after the first difference. Not thread-safe.
 */
public final class Replayer {

  /**
   * A decision that differs.
   *
   * @param part the part of the entry that differs
   */
  public record Difference(long sequence, String part, Object journaled, Object replayed) {}

  private final StudyReplica replica = new StudyReplica();
  private Optional<StudyState> state = Optional.empty();
  private Optional<Decision> decision = Optional.empty();
  private long identical;

  /** Replays the next entry; returns how its decision differs, empty when it is identical. */
  public Optional<Difference> accept(JournalEntry entry) {
    Optional<Difference> difference = compare(entry);
    if (difference.isEmpty()) {
      state = replica.state();
      identical++;
    }
    return difference;
  }

  /** Number of identical decisions, from the first. */
  public long identical() {
    return identical;
  }

  /** The state of the study after the last identical decision. */
  public Optional<StudyState> state() {
    return state;
  }

  /** The last decision. */
  public Optional<Decision> decision() {
    return decision;
  }

  private Optional<Difference> compare(JournalEntry entry) {
    long expected = identical + 1;
    if (entry.getSequence() != expected) {
      return Optional.of(new Difference(expected, "sequence", entry.getSequence(), expected));
    }
    try {
      return difference(entry, decide(entry));
    } catch (RuntimeException failure) {
      // Another engine, or an entry without its input: this engine cannot replay it.
      return Optional.of(
          new Difference(expected, "decision", entry.getFacts(), failure.toString()));
    }
  }

  private JournalEntry decide(JournalEntry entry) {
    Decision decided = replica.accept(entry);
    decision = Optional.of(decided);
    ResourceStep step = replica.state().orElseThrow().spec().step();
    List<Command> commands =
        decided.commands().stream()
            .map(c -> CommandCodec.toWire(entry.getStudy(), step, c, entry.getTime()))
            .toList();
    return JournalCodec.entry(
        (SpecificRecord) entry.getInput(),
        new Origin(entry.getTopic(), entry.getPartition(), entry.getOffset()),
        entry.getTime(),
        replica.state().orElseThrow(),
        decided.facts(),
        commands,
        decided.reasons());
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
