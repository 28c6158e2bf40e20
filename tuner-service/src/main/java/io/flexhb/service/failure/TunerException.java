package io.flexhb.service.failure;

/**
 * Something outside the tuner keeps it from starting or going on: broker, registry, topics, state
 * directory. The message is one line for people: what is wrong, and what to do.
 */
public class TunerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong, and what to do
   */
  public TunerException(String message) {
    super(message);
  }

  /**
   * @param message what is wrong, and what to do
   * @param cause the failure behind it
   */
  public TunerException(String message, Throwable cause) {
    super(message, cause);
  }
}
