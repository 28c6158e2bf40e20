package io.flexhb.client.journal;

import io.flexhb.avro.JournalEntry;
import io.flexhb.codec.EventCodec;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import java.util.Optional;

/**
 * The state of one incarnation of a study, rebuilt by feeding the journal's inputs to the engine.
 * Not thread-safe.
 */
public final class StudyReplica {

  private Optional<StudyState> state = Optional.empty();

  /** Empty before the first entry. */
  public Optional<StudyState> state() {
    return state;
  }

  /**
   * Replays the next entry and returns what this engine decides on its input; the caller compares.
   *
   * @throws IllegalStateException when entries are missing before this one
   */
  public Decision accept(JournalEntry entry) {
    long expected = state.map(StudyState::sequence).orElse(0L) + 1;
    if (entry.getSequence() != expected) {
      throw new IllegalStateException(
          "study %s: decision %d follows, expected %d"
              .formatted(entry.getStudy(), entry.getSequence(), expected));
    }
    StudyEvent event =
        EventCodec.event(
            (org.apache.avro.specific.SpecificRecord) entry.getInput(),
            entry.getTime().toEpochMilli(),
            state.map(StudyState::spec));
    Decision decision = StudyEngine.decide(state, event);
    state = Optional.of(StudyEngine.apply(state, decision));
    return decision;
  }
}
