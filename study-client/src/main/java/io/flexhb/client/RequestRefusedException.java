package io.flexhb.client;

/**
 * Thrown when a request is refused: there is no such study, its state does not allow it, or the
 * tuner refused it.
 */
public final class RequestRefusedException extends StudyClientException {
  private static final long serialVersionUID = 1L;

  public RequestRefusedException(String message) {
    super(message, null);
  }
}
