package io.flexhb.emitter.protocol;

/**
 * Thrown when the broker, the topics or the registry are unavailable; the message names which, and
 * the fix.
 */
public final class TunerUnavailableException extends RuntimeException {

  /**
   * @param message what is missing and what to do
   */
  public TunerUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
