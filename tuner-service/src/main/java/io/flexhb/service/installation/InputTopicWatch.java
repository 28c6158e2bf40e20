package io.flexhb.service.installation;

import io.flexhb.service.failure.TunerException;
import io.flexhb.service.stream.InputTopicChangedException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every few seconds whether an input topic was recreated under a running tuner. The consumer
 * may not notice: it continues at its old offset, beyond the first records of the new topic.
 */
public final class InputTopicWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(InputTopicWatch.class);

  private static final Duration EVERY = Duration.ofSeconds(5);

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "flexhb-input-topics");
            made.setDaemon(true);
            return made;
          });

  private InputTopicWatch() {}

  /**
   * Starts the watch.
   *
   * @param changed called once, in a thread of the watch, when a topic was recreated
   */
  public static InputTopicWatch start(
      KafkaInputTopics topics, Consumer<InputTopicChangedException> changed) {
    InputTopicWatch watch = new InputTopicWatch();
    watch.thread.scheduleWithFixedDelay(
        () -> watch.check(topics, changed),
        EVERY.toMillis(),
        EVERY.toMillis(),
        TimeUnit.MILLISECONDS);
    return watch;
  }

  private void check(KafkaInputTopics topics, Consumer<InputTopicChangedException> changed) {
    try {
      topics.requireUnchanged();
    } catch (InputTopicChangedException change) {
      thread.shutdown();
      changed.accept(change);
    } catch (TunerException unanswered) {
      // An outage or a missing topic: the stream threads handle both themselves.
      LOG.debug("The input topics cannot be checked: {}", unanswered.getMessage());
    } catch (RuntimeException closing) {
      LOG.debug("The input topics cannot be checked", closing);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
