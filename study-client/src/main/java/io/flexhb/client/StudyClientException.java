package io.flexhb.client;

/**
 * Thrown when a request did not succeed. The message says what failed and what to do, in one or
 * more lines.
 */
public abstract sealed class StudyClientException extends RuntimeException
    permits InvalidRequestException,
        NoAnswerException,
        RequestRefusedException,
        ClusterUnavailableException {
  private static final long serialVersionUID = 1L;

  StudyClientException(String message, Throwable cause) {
    super(message, cause);
  }
}
