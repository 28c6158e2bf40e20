package io.flexhb.client;

/** Thrown when Kafka or the schema registry does not answer, lacks a topic, or denies a right. */
public final class ClusterUnavailableException extends StudyClientException {
  private static final long serialVersionUID = 1L;

  public ClusterUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
