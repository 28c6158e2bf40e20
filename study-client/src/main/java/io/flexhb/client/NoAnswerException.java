package io.flexhb.client;

/**
 * It was sent, but no tuner answered in time. It stays on its topic: the tuner deals with it when
 * it runs.
 */
public final class NoAnswerException extends StudyClientException {
  private static final long serialVersionUID = 1L;

  public NoAnswerException(String message) {
    super(message, null);
  }
}
