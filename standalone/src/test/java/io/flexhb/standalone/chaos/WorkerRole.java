package io.flexhb.standalone.chaos;

import io.flexhb.emitter.TrialClientConfig;
import io.flexhb.emitter.protocol.TunerUnavailableException;
import io.flexhb.load.LoadPlan;
import io.flexhb.load.TrainerSimulator;
import java.time.Duration;
import java.util.List;

/**
 * Runs in its own process: simulated trainers of all studies, one slot in each. Their checkpoints
 * are only text, so a trial can continue in any of these processes.
 */
final class WorkerRole {

  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final long AGAIN_MILLIS = 1_000;

  private WorkerRole() {}

  /**
   * @param args broker, registry, topic prefix, name, reports per second, and the studies
   */
  public static void main(String[] args) throws InterruptedException {
    EndsWithParent.watch();
    TrialClientConfig client =
        TrialClientConfig.builder(args[0], args[1])
            .topicPrefix(args[2])
            .workerId(args[3])
            .closeTimeout(CLOSE)
            .build();
    LoadPlan plan =
        LoadPlan.builder(List.of(args).subList(5, args.length))
            .slotsPerStudy(1)
            .reportsPerSecond(Double.parseDouble(args[4]))
            .duration(Duration.ofDays(1))
            .build();
    while (true) {
      try {
        new TrainerSimulator(plan, client).run();
        return;
      } catch (TunerUnavailableException unreachable) {
        // The broker or the registry is away at this moment, as a supervisor would find.
        Thread.sleep(AGAIN_MILLIS);
      }
    }
  }
}
