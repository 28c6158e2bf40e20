package io.flexhb.codec;

/**
 * Thrown for an input record that can never be used: it is not in the topic's format, or its
 * content is invalid. The message says what is wrong and how to fix it; the record goes to the DLQ.
 */
public final class PoisonRecord extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and how to fix it
   */
  public PoisonRecord(String message) {
    super(message);
  }

  /**
   * @param message what is wrong and how to fix it
   * @param cause the failure behind it
   */
  public PoisonRecord(String message, Throwable cause) {
    super(message, cause);
  }
}
