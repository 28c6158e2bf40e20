package io.flexhb.client;

/** What was given is wrong; nothing was sent. All problems are in the message. */
public final class InvalidRequestException extends StudyClientException {
  private static final long serialVersionUID = 1L;

  public InvalidRequestException(String message) {
    super(message, null);
  }
}
