package io.flexhb.emitter.kafka;

import io.flexhb.emitter.protocol.TrainingInterruptedException;
import io.flexhb.emitter.protocol.TunerUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the broker whether the worker has the rights that the protocol needs. Without the right to
 * write, each record would be rejected long after it was sent; without the right to read, no answer
 * would ever arrive.
 */
final class WorkerRights {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerRights.class);

  private WorkerRights() {}

  /**
   * Returns when all rights are granted, or when they cannot be determined.
   *
   * @throws TunerUnavailableException naming each topic and operation that is denied
   */
  static void require(TransportSettings settings) {
    Map<String, AclOperation> needed = new TreeMap<>();
    needed.put(settings.topics().commands(), AclOperation.READ);
    needed.put(settings.topics().metrics(), AclOperation.WRITE);
    needed.put(settings.topics().workers(), AclOperation.WRITE);
    List<String> denied = new ArrayList<>();
    Admin admin = Admin.create(settings.admin());
    try {
      Map<String, KafkaFuture<TopicDescription>> described =
          admin
              .describeTopics(
                  needed.keySet(), new DescribeTopicsOptions().includeAuthorizedOperations(true))
              .topicNameValues();
      needed.forEach(
          (topic, operation) -> {
            if (isDenied(described.get(topic), operation)) {
              denied.add(operation + " on topic " + topic);
            }
          });
    } finally {
      admin.close(Duration.ZERO);
    }
    if (!denied.isEmpty()) {
      throw new TunerUnavailableException(
          "Kafka at "
              + settings.bootstrapServers()
              + " denies this worker "
              + String.join(", ", denied)
              + "; grant it ('flexhb topics acls --principal User:NAME --role trainer' prints the"
              + " commands)",
          new TopicAuthorizationException(needed.keySet()));
    }
  }

  private static boolean isDenied(KafkaFuture<TopicDescription> described, AclOperation operation) {
    try {
      Set<AclOperation> allowed = described.get().authorizedOperations();
      return allowed != null && !allowed.contains(operation);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof TopicAuthorizationException) {
        return true;
      }
      // Missing topic or broker: following a study waits for them and reports that.
      LOG.debug("The rights of the worker could not be determined", failed.getCause());
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TrainingInterruptedException("interrupted while asking for the worker's rights");
    }
  }
}
