package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.core.study.StudyState;
import io.flexhb.standalone.journal.Replayer;
import java.util.List;
import java.util.Optional;

/** Feeds the inputs of a journal to the engine and compares what it decides with what it did. */
final class Replay {

  /**
   * What came of it.
   *
   * @param identical decisions that were the same, from the first
   * @param difference the first that was not
   * @param state of the study after the last identical decision
   */
  record Result(
      long identical, Optional<Replayer.Difference> difference, Optional<StudyState> state) {}

  private Replay() {}

  /** Replays one incarnation, in order. */
  static Result of(List<JournalEntry> entries) {
    Replayer replayer = new Replayer();
    for (JournalEntry entry : entries) {
      Optional<Replayer.Difference> difference = replayer.accept(entry);
      if (difference.isPresent()) {
        return new Result(replayer.identical(), difference, replayer.state());
      }
    }
    return new Result(replayer.identical(), Optional.empty(), replayer.state());
  }
}
