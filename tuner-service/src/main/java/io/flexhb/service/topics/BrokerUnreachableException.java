package io.flexhb.service.topics;

/** No broker answers, or it refuses us. The message names the address and what to check. */
public final class BrokerUnreachableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BrokerUnreachableException(String bootstrapServers, Throwable cause) {
    super(
        "no Kafka broker answers at %s (%s); is it running, and is bootstrap.servers right?"
            .formatted(bootstrapServers, reason(cause)),
        cause);
  }

  private static String reason(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}
