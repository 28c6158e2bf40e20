package io.flexhb.emitter;

import io.flexhb.emitter.protocol.Answer;
import io.flexhb.emitter.protocol.StepSize;

/**
 * What the tuner decided about an attempt.
 *
 * @param kind what to do
 * @param resource CONTINUE: train up to this resource, absolute; else the resource reached
 * @param reason why, for people; may be empty
 */
public record TunerDecision(Kind kind, double resource, String reason) {

  /** What to do. */
  public enum Kind {
    /** Train on, up to {@link TunerDecision#resource()}. */
    CONTINUE,
    /** The trial waits for others to be compared with; it may go on later, here or elsewhere. */
    PAUSE,
    /** The trial was worse than others, or the attempt was ended. */
    STOP,
    /** The trial was trained as far as any can be. */
    COMPLETE
  }

  /** Whether training goes on. */
  public boolean goesOn() {
    return kind == Kind.CONTINUE;
  }

  static TunerDecision of(Answer answer, StepSize step) {
    Kind kind =
        switch (answer.kind()) {
          case CONTINUE -> Kind.CONTINUE;
          case PAUSE -> Kind.PAUSE;
          case COMPLETE -> Kind.COMPLETE;
          default -> Kind.STOP;
        };
    return new TunerDecision(kind, step.amount(answer.untilResource()), answer.reason());
  }
}
