package io.flexhb.emitter;

import io.flexhb.emitter.protocol.Answer;
import io.flexhb.emitter.protocol.StepSize;

/**
 * What the tuner decided about an attempt.
 *
 * @param kind what to do
 * @param resource CONTINUE: train up to this resource, absolute; else the resource reached
 * @param reason why, as text; may be empty
 */
public record TunerDecision(Kind kind, double resource, String reason) {

  /** What to do. */
  public enum Kind {
    /** Continue training, up to {@link TunerDecision#resource()}. */
    CONTINUE,
    /** The trial waits to be compared with others; it may continue later, here or elsewhere. */
    PAUSE,
    /** The trial was worse than others, or the attempt was ended. */
    STOP,
    /** The trial was trained to the largest resource. */
    COMPLETE
  }

  /** Whether training continues. */
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
