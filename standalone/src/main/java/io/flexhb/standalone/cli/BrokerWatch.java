package io.flexhb.standalone.cli;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.streams.KafkaStreams;

/** Tells of a running tuner that its brokers have fallen silent, and that they are back. */
final class BrokerWatch implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(1);

  private final ScheduledExecutorService thread;

  private BrokerWatch(ScheduledExecutorService thread) {
    this.thread = thread;
  }

  /**
   * Watches until it is closed.
   *
   * @param broker where it is, for messages
   * @param tell told each message, on a thread of the watch
   */
  static BrokerWatch start(KafkaStreams streams, String broker, Consumer<String> tell) {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread daemon = new Thread(work, "broker-watch");
              daemon.setDaemon(true);
              return daemon;
            });
    Outage outage = new Outage("Kafka at " + broker, tell, System::nanoTime);
    thread.scheduleWithFixedDelay(
        () -> outage.heard(Answers.ALL.in(streams.metrics())),
        0,
        EVERY.toMillis(),
        TimeUnit.MILLISECONDS);
    return new BrokerWatch(thread);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
