package io.flexhb.service.stream;

import io.flexhb.codec.Origin;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.service.store.ErasedStudies;
import io.flexhb.service.store.StudyKeys;
import io.flexhb.service.store.WriteBatch;
import java.util.Optional;

/**
 * What an input record leads to, as data. All of it is encoded and its size checked, so faults of
 * the record are found before anything changes. {@link OutcomeApplier} carries it out.
 */
sealed interface Outcome {

  /** One method for each kind. */
  interface Visitor {
    void on(Ignored outcome, DecodedInput in);

    void on(Refused outcome, DecodedInput in);

    void on(Answered outcome, DecodedInput in);

    void on(Changed outcome, DecodedInput in);

    void on(Removed outcome, DecodedInput in);

    void on(Held outcome, DecodedInput in);

    void on(DeadLettered outcome, DecodedInput in);
  }

  void accept(Visitor visitor, DecodedInput in);

  /** Nothing happens, and nothing is reported. */
  record Ignored() implements Outcome {
    @Override
    public void accept(Visitor visitor, DecodedInput in) {
      visitor.on(this, in);
    }
  }

  /** The record did not reach the engine: it belongs to another study of the same name. */
  record Refused(Rejection rejection) implements Outcome {
    @Override
    public void accept(Visitor visitor, DecodedInput in) {
      visitor.on(this, in);
    }
  }

  /**
   * The engine decided, and the study is unchanged.
   *
   * @param study empty when it does not exist
   */
  record Answered(StudyEvent event, Decision decision, Outputs outputs, Optional<StudyState> study)
      implements Outcome {
    @Override
    public void accept(Visitor visitor, DecodedInput in) {
      visitor.on(this, in);
    }
  }

  /** The engine decided, and the study changed. */
  record Changed(StudyEvent event, Decision decision, Outputs outputs, Change change)
      implements Outcome {
    @Override
    public void accept(Visitor visitor, DecodedInput in) {
      visitor.on(this, in);
    }
  }

  /**
   * How a study changes.
   *
   * @param before empty when it is created
   * @param enqueuedFrom place of the first enqueued configuration after the change
   * @param writes the corresponding changes of the store
   */
  record Change(
      StudyKeys keys,
      Optional<LiveStudy> before,
      StudyState after,
      StateChanges stateChanges,
      long enqueuedFrom,
      WriteBatch writes) {

    Optional<StudyState> stateBefore() {
      return before.map(LiveStudy::state);
    }
  }

  /** A study was deleted before it was created: its record is removed. */
  record Removed(Outputs outputs) implements Outcome {
    @Override
    public void accept(Visitor visitor, DecodedInput in) {
      visitor.on(this, in);
    }
  }

  /** The record is held until the previous study of that name is erased. */
  record Held(StudyKeys keys, ErasedStudies.Erasure erasure, ErasedStudies.Held held)
      implements Outcome {
    @Override
    public void accept(Visitor visitor, DecodedInput in) {
      visitor.on(this, in);
    }
  }

  /**
   * The record goes to the DLQ.
   *
   * @param answer to the attempt that sent it, which waits for one
   */
  record DeadLettered(DeadLetter letter, Outcome answer) implements Outcome {
    @Override
    public void accept(Visitor visitor, DecodedInput in) {
      visitor.on(this, in);
    }
  }

  /**
   * A record on its way to the DLQ.
   *
   * @param key as found, null when it has none
   * @param reason what is wrong and how to fix it
   */
  record DeadLetter(byte[] key, Origin origin, String reason, Outputs outputs) {}
}
