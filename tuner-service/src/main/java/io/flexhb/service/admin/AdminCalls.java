package io.flexhb.service.admin;

import io.flexhb.service.failure.TunerException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/**
 * Waits for the brokers' answers and explains refusals.
 *
 * @param brokers for messages
 * @param timeout of each request
 */
record AdminCalls(String brokers, Duration timeout) {

  /**
   * Waits for the answer.
   *
   * @param what the request, for messages: "describe the topics"
   * @throws BrokerUnreachableException when no answer comes in time
   * @throws TunerException when the broker refuses; the cause is its error
   */
  <T> T to(String what, KafkaFuture<T> future) {
    try {
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof org.apache.kafka.common.errors.TimeoutException) {
        throw unreachable(failed.getCause());
      }
      throw new TunerException(
          "Kafka at " + brokers + " refuses to " + what + ": " + failed.getCause().getMessage(),
          failed.getCause());
    } catch (TimeoutException late) {
      throw unreachable(late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TunerException("interrupted while asking Kafka to " + what, interrupted);
    }
  }

  private BrokerUnreachableException unreachable(Throwable cause) {
    return new BrokerUnreachableException(
        "Kafka at "
            + brokers
            + " did not answer within "
            + timeout.toSeconds()
            + " s: check that it runs, and bootstrap.servers and kafka.security.protocol",
        cause);
  }
}
