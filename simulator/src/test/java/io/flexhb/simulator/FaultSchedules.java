package io.flexhb.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The program behind {@code dev/chaos --engine N}: random studies, fleets and faults in virtual
 * time, each checked by {@link Invariants} after every decision, replayed, and run to its end.
 */
final class FaultSchedules {

  private static final int CHECK_WHOLE_STATE_EVERY = 61;
  private static final int REPLAY_EVERY = 10;
  private static final long NANOS_BETWEEN_LINES = 10_000_000_000L;

  private FaultSchedules() {}

  /** What one schedule came to. */
  private record Outcome(long events, long lost) {}

  /**
   * @param args {@code --engine N}, and {@code --seed N} that begins them
   */
  public static void main(String[] args) throws InterruptedException {
    int schedules = (int) number(args, "--engine", 10_000);
    long seed = number(args, "--seed", 1);
    System.exit(run(schedules, seed) ? 0 : 1);
  }

  private static long number(String[] args, String option, long otherwise) {
    for (int i = 0; i < args.length - 1; i++) {
      if (args[i].equals(option)) {
        return Long.parseLong(args[i + 1]);
      }
    }
    return otherwise;
  }

  /** Returns whether every guarantee held; stops at the first violation and names its schedule. */
  static boolean run(int schedules, long seed) throws InterruptedException {
    long begin = System.nanoTime();
    Random random = new Random(seed);
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    List<Scenario> scenarios = new ArrayList<>();
    List<Future<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < schedules; i++) {
      Scenario scenario = draw(random);
      boolean replayed = i % REPLAY_EVERY == 0;
      scenarios.add(scenario);
      outcomes.add(threads.submit(() -> simulate(scenario, replayed)));
    }
    long events = 0;
    long lost = 0;
    long printed = begin;
    try {
      for (int i = 0; i < schedules; i++) {
        try {
          Outcome outcome = outcomes.get(i).get();
          events += outcome.events();
          lost += outcome.lost();
          if (System.nanoTime() - printed >= NANOS_BETWEEN_LINES) {
            printed = System.nanoTime();
            System.out.printf(
                "%7.1f s  %d of %d schedules, %d events%n",
                (printed - begin) / 1e9, i + 1, schedules, events);
          }
        } catch (ExecutionException failed) {
          System.out.printf("violation in schedule %d: %s%n", i, scenarios.get(i));
          failed.getCause().printStackTrace(System.out);
          return false;
        }
      }
    } finally {
      threads.shutdownNow();
    }
    System.out.printf(
        "%d fault schedules, %d events, %d attempts lost, %.0f s: every guarantee held%n",
        schedules, events, lost, (System.nanoTime() - begin) / 1e9);
    return true;
  }

  private static Scenario draw(Random random) {
    return new Scenario(
        1 + random.nextInt(100),
        2 + random.nextInt(4),
        1 + random.nextInt(64),
        random.nextLong(),
        (1 + random.nextInt(150)) / 1000.0);
  }

  private static Outcome simulate(Scenario scenario, boolean replayed) {
    SimulationResult result =
        Simulator.run(scenario.plan(), new Invariants(CHECK_WHOLE_STATE_EVERY));
    if (!result.finished()) {
      throw new AssertionError("it does not end: " + result);
    }
    if (replayed) {
      replay(scenario);
    }
    return new Outcome(result.events(), result.attemptsLost());
  }

  private static void replay(Scenario scenario) {
    Journal journal = new Journal();
    Simulator.run(scenario.plan(), journal);
    List<String> decided =
        journal.steps().stream().map(step -> Rendering.of(step.decision())).toList();
    List<String> again = journal.replay().stream().map(Rendering::of).toList();
    if (!decided.equals(again)) {
      throw new AssertionError("its journal leads to other decisions");
    }
  }
}
