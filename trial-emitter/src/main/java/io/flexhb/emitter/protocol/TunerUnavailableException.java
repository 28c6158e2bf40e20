package io.flexhb.emitter.protocol;

/** The broker, the topics or the registry cannot be had; the message names which, and the fix. */
public final class TunerUnavailableException extends RuntimeException {

  /** What is missing and what to do. */
  public TunerUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
