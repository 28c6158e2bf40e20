package io.flexhb.standalone.it.cluster;

import io.flexhb.emitter.Grant;
import io.flexhb.emitter.TrialClient;
import io.flexhb.emitter.TrialClientConfig;
import io.flexhb.standalone.it.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A worker in a process of its own, which a test can end. */
final class WorkerProcess implements AutoCloseable {

  /** Checkpoints are saved at multiples of this. */
  static final int CHECKPOINT_EVERY = 10;

  private static final String REPORTED = "REPORTED ";
  private static final long EPOCH_MILLIS = 10;

  private final Process process;

  private WorkerProcess(Process process) {
    this.process = process;
  }

  /**
   * Runs in the child: trains the study in one slot, and says so of each report that it gave to its
   * client. It knows nothing of signals.
   */
  public static void main(String[] args) {
    String study = args[0];
    TrialClientConfig config =
        TrialClientConfig.builder(args[1], args[2]).topicPrefix(args[3]).workerId("child").build();
    try (TrialClient client = TrialClient.connect(config);
        var slot = client.slot(study)) {
      slot.run(WorkerProcess::train);
    }
  }

  private static void train(Grant trial) throws InterruptedException {
    while (trial.hasNext()) {
      long epoch = trial.next();
      Thread.sleep(EPOCH_MILLIS);
      Map<String, Double> values = Map.of("loss", 1.0 / epoch);
      if (epoch % CHECKPOINT_EVERY == 0) {
        trial.report(epoch, values, "child@" + epoch);
      } else {
        trial.report(epoch, values);
      }
      // Reports past the end of the attempt are left out.
      if (trial.isLive()) {
        System.out.println(REPORTED + epoch);
      }
    }
  }

  static WorkerProcess start(
      String study, String bootstrapServers, String registry, String prefix) {
    try {
      return new WorkerProcess(
          new ProcessBuilder(
                  ChildJvm.command(
                      List.of("-Xmx128m"),
                      WorkerProcess.class,
                      List.of(study, bootstrapServers, registry, prefix)))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As {@code kill} without a number. Returns the resources it reported, once it is gone. */
  List<Long> terminate() {
    // Process.destroy would close the output as well.
    process.toHandle().destroy();
    List<Long> reported = new ArrayList<>();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      output
          .lines()
          .filter(line -> line.startsWith(REPORTED))
          .forEach(line -> reported.add(Long.parseLong(line.substring(REPORTED.length()))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    process.onExit().join();
    return reported;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
