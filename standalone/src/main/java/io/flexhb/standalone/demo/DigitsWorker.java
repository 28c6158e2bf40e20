package io.flexhb.standalone.demo;

import io.flexhb.emitter.TrialClient;
import io.flexhb.emitter.WorkerSlot;
import io.flexhb.standalone.demo.mlp.DigitsData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;

/** Trains the digits for a study on several threads until the study is over. */
public final class DigitsWorker implements AutoCloseable {

  private final LongAdder epochs = new LongAdder();
  private final List<WorkerSlot> slots = new ArrayList<>();
  private final List<CompletableFuture<Void>> done = new ArrayList<>();

  private DigitsWorker() {}

  /**
   * Starts to train; returns once broker, topics and registry are found.
   *
   * @param client not owned
   * @param checkpoints folder for the checkpoints of all studies; made when missing
   */
  public static DigitsWorker start(TrialClient client, String study, int slots, Path checkpoints) {
    DigitsWorker worker = new DigitsWorker();
    DigitsTrainer trainer =
        new DigitsTrainer(
            DigitsData.load(), folder(checkpoints.toAbsolutePath(), study), worker.epochs);
    for (int i = 0; i < slots; i++) {
      WorkerSlot slot = client.slot(study);
      worker.slots.add(slot);
      worker.done.add(onThread("trainer-" + i, () -> slot.run(trainer)));
    }
    return worker;
  }

  /** A folder per study, because names of checkpoints repeat; a study may be named "..". */
  private static Path folder(Path checkpoints, String study) {
    try {
      return Files.createDirectories(checkpoints.resolve("study-" + study));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CompletableFuture<Void> onThread(String name, Runnable work) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
                end.complete(null);
              } catch (RuntimeException | Error failed) {
                end.completeExceptionally(failed);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  /**
   * Waits until the study is over, or the client is closed.
   *
   * @throws RuntimeException the failure that ended a thread early
   */
  public void awaitEnd() {
    try {
      CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw failed;
    }
  }

  /** Epochs trained. */
  public long epochs() {
    return epochs.sum();
  }

  /** Gives unfinished trials back. */
  @Override
  public void close() {
    slots.forEach(WorkerSlot::close);
  }
}
