package io.flexhb.service.failure;

/**
 * Thrown when something outside the tuner prevents it from starting or continuing: broker,
 * registry, topics, state directory. The message is for the operator: what is wrong, and what to
 * do.
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
