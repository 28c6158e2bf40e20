package io.flexhb.client;

/**
 * Thrown when a request was sent but no tuner answered in time. It stays on its topic: a tuner
 * processes it when it runs.
 */
public final class NoAnswerException extends StudyClientException {
  private static final long serialVersionUID = 1L;

  public NoAnswerException(String message) {
    super(message, null);
  }
}
