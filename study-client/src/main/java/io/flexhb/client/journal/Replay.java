package io.flexhb.client.journal;

import io.flexhb.avro.JournalEntry;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.state.StudyState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Feeds the inputs of a journal to the engine and compares its decisions with those in the journal.
 */
public final class Replay {

  /**
   * The result of a replay.
   *
   * @param identical number of identical decisions, from the first
   * @param difference the first decision that differs
   * @param state of the study after the last identical decision
   * @param judgedFrom number of the first decision that was compared; those before it were made by
   *     another version
   */
  public record Result(
      long identical,
      Optional<Replayer.Difference> difference,
      Optional<StudyState> state,
      OptionalLong judgedFrom) {}

  private Replay() {}

  /**
   * Replays one incarnation, in order. Inputs of decisions that another version of the engine made
   * go through this one too, for the state that follows from them.
   */
  public static Result of(List<JournalEntry> entries) {
    Replayer replayer = new Replayer();
    OptionalLong judgedFrom = OptionalLong.empty();
    for (JournalEntry entry : entries) {
      if (judgedFrom.isEmpty() && entry.getEngineVersion().equals(StudyEngine.VERSION)) {
        judgedFrom = OptionalLong.of(entry.getSequence());
      }
      Optional<Replayer.Difference> difference = replayer.accept(entry);
      if (difference.isPresent()) {
        return new Result(replayer.identical(), difference, replayer.state(), judgedFrom);
      }
    }
    return new Result(replayer.identical(), Optional.empty(), replayer.state(), judgedFrom);
  }
}
