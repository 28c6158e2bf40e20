package io.flexhb.standalone.it;

import io.flexhb.emitter.Grant;
import io.flexhb.emitter.TrialClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * Workers of this JVM, each a client of its own with one slot. They train a function that gets
 * better with each epoch, and are strict: a trial that is to go on from anywhere but its own
 * checkpoint is a failure.
 */
public final class ToyWorkers implements AutoCloseable {

  private final LongAdder epochs = new LongAdder();
  private final List<TrialClient> clients = new ArrayList<>();
  private final List<CompletableFuture<Void>> done = new ArrayList<>();
  private volatile Duration pace;

  private ToyWorkers(Duration pace) {
    this.pace = pace;
  }

  static ToyWorkers start(
      String study, int workers, Duration pace, java.util.function.Supplier<TrialClient> connect) {
    ToyWorkers started = new ToyWorkers(pace);
    for (int i = 0; i < workers; i++) {
      TrialClient client = connect.get();
      started.clients.add(client);
      started.done.add(started.work(client, study));
    }
    return started;
  }

  private CompletableFuture<Void> work(TrialClient client, String study) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try (var slot = client.slot(study)) {
                slot.run(this::train);
                end.complete(null);
              } catch (RuntimeException | Error failed) {
                end.completeExceptionally(failed);
              }
            },
            "toy-" + client.workerId());
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  private void train(Grant trial) throws InterruptedException {
    if (trial.fromResource() > 0) {
      String wanted = checkpoint(trial, trial.fromResource());
      String got = trial.checkpoint().map(c -> c.reference()).orElse("none");
      if (!got.equals(wanted)) {
        throw new IllegalStateException("wanted checkpoint " + wanted + ", got " + got);
      }
    }
    while (trial.hasNext()) {
      long epoch = trial.next();
      Thread.sleep(pace.toMillis());
      epochs.increment();
      trial.report(epoch, Map.of("loss", loss(trial, epoch)), checkpoint(trial, epoch));
    }
  }

  private static String checkpoint(Grant trial, long epoch) {
    return checkpoint(trial.study(), trial.trial(), epoch);
  }

  /** Reference to the state of a trial after so many epochs. */
  static String checkpoint(String study, int trial, long epoch) {
    return "toy:" + study + "/" + trial + "@" + epoch;
  }

  /** From 0 to 1, as curve fitting wants it. */
  private static double loss(Grant trial, long epoch) {
    double x = trial.configuration().getDouble("x") - 0.3;
    double y = trial.configuration().getDouble("y") - 0.6;
    return 0.7 * (x * x + y * y) + 0.4 / epoch;
  }

  /** How long each epoch takes from now on. */
  public void pace(Duration perEpoch) {
    pace = perEpoch;
  }

  /** Epochs trained by all workers. */
  public long epochs() {
    return epochs.sum();
  }

  /** Waits until the tuner has let all workers go. */
  public void awaitReleased() {
    CompletableFuture<Void> all = CompletableFuture.allOf(done.toArray(CompletableFuture[]::new));
    Await.until(
        () -> done.stream().filter(each -> !each.isDone()).count() + " workers were not let go",
        all::isDone);
    all.join();
  }

  @Override
  public void close() {
    clients.forEach(TrialClient::close);
  }
}
