package io.flexhb.codec;

/**
 * An input record that cannot be used, now or later: not in the form its topic promises, or with
 * content that makes no sense. The message says what is wrong and how to mend it; the record goes
 * to the DLQ.
 */
public final class PoisonRecord extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and how to mend it
   */
  public PoisonRecord(String message) {
    super(message);
  }

  /**
   * @param message what is wrong and how to mend it
   * @param cause the failure behind it
   */
  public PoisonRecord(String message, Throwable cause) {
    super(message, cause);
  }
}
