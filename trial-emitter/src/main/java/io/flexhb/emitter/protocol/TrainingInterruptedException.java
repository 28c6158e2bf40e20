package io.flexhb.emitter.protocol;

/**
 * Thrown when the training thread is interrupted while it waits for the tuner. Its interrupt flag
 * is set. The current attempt stays live until its slot is closed.
 */
public final class TrainingInterruptedException extends RuntimeException {

  /**
   * @param message what the thread waited for
   */
  public TrainingInterruptedException(String message) {
    super(message);
  }
}
