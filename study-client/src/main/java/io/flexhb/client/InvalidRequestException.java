package io.flexhb.client;

/** Thrown for an invalid request; nothing was sent. The message has all problems. */
public final class InvalidRequestException extends StudyClientException {
  private static final long serialVersionUID = 1L;

  public InvalidRequestException(String message) {
    super(message, null);
  }
}
