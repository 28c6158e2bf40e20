package io.flexhb.client;

/**
 * What was asked for did not come about. The message says what and how to go on, in a line or more.
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
