package io.flexhb.service.admin;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;

/** Creates topics, and waits until topics are ready. */
public final class ReadyTopics {

  private static final Duration READY_LIMIT = Duration.ofSeconds(20);
  private static final long PAUSE_MS = 20;

  private ReadyTopics() {}

  /**
   * Creates topics and waits until each partition serves requests.
   *
   * @throws org.apache.kafka.common.errors.TopicExistsException when one exists
   */
  public static void create(Admin admin, Collection<NewTopic> topics) {
    request(admin, topics);
    awaitReady(admin, topics.stream().map(NewTopic::name).toList());
  }

  private static void request(Admin admin, Collection<NewTopic> topics) {
    try {
      admin.createTopics(topics).all().get();
    } catch (ExecutionException e) {
      throw asKafka(e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** {@link #awaitReady(Admin, Collection, Duration)} with a limit of 20 seconds. */
  public static void awaitReady(Admin admin, Collection<String> topics) {
    awaitReady(admin, topics, READY_LIMIT);
  }

  /**
   * Waits until each partition of the topics returns its end offset.
   *
   * <p>The controller knows a new topic before the topic's leaders serve it. Records produced at
   * full speed in between can be lost, although the broker acknowledged them.
   *
   * @throws TimeoutException when a partition does not within the limit
   */
  public static void awaitReady(Admin admin, Collection<String> topics, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    Exception last = null;
    do {
      try {
        askEndOffsets(admin, topics);
        return;
      } catch (ExecutionException e) {
        if (!isPassing(e.getCause())) {
          throw asKafka(e);
        }
        last = e;
        pause();
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    } while (System.nanoTime() - deadline < 0);
    throw new TimeoutException(
        "Topics " + List.copyOf(topics) + " are not ready after " + limit, last);
  }

  private static void askEndOffsets(Admin admin, Collection<String> topics)
      throws ExecutionException, InterruptedException {
    Map<String, TopicDescription> found =
        admin.describeTopics(List.copyOf(topics)).allTopicNames().get();
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    found.forEach(
        (topic, description) ->
            description
                .partitions()
                .forEach(
                    partition ->
                        ends.put(
                            new TopicPartition(topic, partition.partition()),
                            OffsetSpec.latest())));
    admin.listOffsets(ends).all().get();
  }

  private static boolean isPassing(Throwable cause) {
    return cause instanceof RetriableException;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static KafkaException asKafka(ExecutionException e) {
    return e.getCause() instanceof KafkaException known ? known : new KafkaException(e.getCause());
  }
}
