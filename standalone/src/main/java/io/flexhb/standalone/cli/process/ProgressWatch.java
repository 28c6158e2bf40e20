package io.flexhb.standalone.cli.process;

import io.flexhb.client.AnswerCounts;
import io.flexhb.service.TunerService;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;

/** Reports when a running tuner or the brokers make no progress, and when they recover. */
public final class ProgressWatch implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(1);

  /** A start takes some seconds, and so does taking over the studies of another tuner. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ScheduledExecutorService thread;

  private ProgressWatch(Runnable look) {
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread daemon = new Thread(work, "flexhb-watch");
              daemon.setDaemon(true);
              return daemon;
            });
    thread.scheduleWithFixedDelay(look, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Watches a tuner until it is closed.
   *
   * @param tell told each message, on a thread of the watch
   */
  public static ProgressWatch ofTuner(TunerService tuner, Consumer<String> tell) {
    OutageNotice stall = stall(tuner, "the broker", tell);
    return new ProgressWatch(() -> stall.update(isRunning(tuner)));
  }

  /**
   * Watches a tuner and the brokers.
   *
   * @param broker address of the brokers, for messages
   * @param tell told each message, on a thread of the watch
   */
  public static ProgressWatch ofTunerAndBroker(
      TunerService tuner, String broker, Consumer<String> tell) {
    OutageNotice stall = stall(tuner, "Kafka at " + broker, tell);
    OutageNotice silence = OutageNotice.ofAnswers("Kafka at " + broker, tell, System::nanoTime);
    return new ProgressWatch(
        () -> {
          boolean running = isRunning(tuner);
          if (!running) {
            // A join request is answered only when all members of the group have joined.
            silence.excuse();
          }
          silence.onAnswers(AnswerCounts.ALL.in(tuner.streams().orElseThrow().metrics()));
          stall.update(running);
        });
  }

  /** Watches only the brokers, with a request each second. */
  public static ProgressWatch ofBroker(Admin admin, String broker, Consumer<String> tell) {
    OutageNotice silence = OutageNotice.ofAnswers("Kafka at " + broker, tell, System::nanoTime);
    return new ProgressWatch(
        () -> {
          admin.describeCluster();
          silence.onAnswers(AnswerCounts.ALL.in(admin.metrics()));
        });
  }

  private static boolean isRunning(TunerService tuner) {
    return tuner.state() == TunerService.State.RUNNING;
  }

  private static OutageNotice stall(TunerService tuner, String broker, Consumer<String> tell) {
    return OutageNotice.ofTuner(
        PATIENCE,
        () ->
            "it waits for "
                + broker
                + " or reads its stores, and goes on by itself"
                + tuner.lastFailure().map(failure -> "; last failure: " + failure).orElse(""),
        tell,
        System::nanoTime);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
