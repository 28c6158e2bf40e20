package io.flexhb.emitter.protocol;

/**
 * The training thread was interrupted while it waited for the tuner. Its interrupt flag is set. The
 * attempt in hand is still live until its slot is closed.
 */
public final class TrainingInterruptedException extends RuntimeException {

  /** What was waited for. */
  public TrainingInterruptedException(String message) {
    super(message);
  }
}
