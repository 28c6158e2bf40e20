package io.flexhb.standalone.chaos;

import io.flexhb.standalone.it.Await;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Injects faults into an installation, restarts its processes, and audits it at the end. */
final class ChaosRun {

  private static final Duration RECOVERY = Duration.ofSeconds(90);
  private static final String STARTED = "tuner started at";

  private final ChaosPlan plan;
  private final PrintStream out;
  private final Random random;
  private final ChaosResult result = new ChaosResult();
  private final long begin = System.nanoTime();

  private ChaosRun(ChaosPlan plan, PrintStream out) {
    this.plan = plan;
    this.out = out;
    this.random = new Random(plan.installation().seed());
  }

  /**
   * Runs the plan to its end.
   *
   * @param folder for data and logs, empty
   * @param out receives a line about each fault as it happens
   */
  static ChaosResult of(ChaosPlan plan, Path folder, PrintStream out) {
    ChaosRun run = new ChaosRun(plan, out);
    try (Installation installation = new Installation(folder, plan.installation())) {
      run.go(installation);
    }
    return run.result;
  }

  private void go(Installation installation) {
    List<Fault> kinds = possible(installation);
    installation.start();
    try (DecisionWatch watch = new DecisionWatch(installation)) {
      if (watch.recovered(0, RECOVERY).isEmpty()) {
        throw new AssertionError(
            "no decision at the start:\n" + installation.tuners().get(0).log().end(20));
      }
      say("%d studies are decided on; faults begin", plan.installation().studies());
      long deadline = System.nanoTime() + plan.duration().toNanos();
      while (System.nanoTime() < deadline && result.violations().isEmpty()) {
        strike(Fault.draw(kinds, random), installation, watch);
      }
      settle(installation, watch);
    }
    say("auditing %d decisions", result.decisions());
    result.audit(installation);
  }

  private List<Fault> possible(Installation installation) {
    List<Fault> kinds = new ArrayList<>(plan.faults().stream().sorted().toList());
    if (kinds.contains(Fault.FULL_DISK) && !installation.mountDisks()) {
      kinds.remove(Fault.FULL_DISK);
      say("left out: %s, since this user may not mount a tmpfs", Fault.FULL_DISK.description());
    }
    return kinds;
  }

  private void strike(Fault fault, Installation installation, DecisionWatch watch) {
    Strike strike = new Strike(installation, random);
    fault.strike(strike);
    Optional<Duration> recovery = Optional.empty();
    long limit = System.nanoTime() + RECOVERY.toNanos();
    while (recovery.isEmpty() && System.nanoTime() < limit) {
      supervise(installation);
      recovery = watch.recovered(strike.beganMillis(), Duration.ofSeconds(1));
    }
    if (recovery.isEmpty()) {
      result.violation("no decision within " + RECOVERY + " after " + fault.description());
      return;
    }
    result.struck(fault, recovery.get());
    say("%-22s decided again after %.1f s", fault, recovery.get().toMillis() / 1000.0);
    long more = plan.longestPause().toMillis() - plan.shortestPause().toMillis();
    Await.pause(plan.shortestPause().plusMillis((long) (random.nextDouble() * more)));
    supervise(installation);
  }

  /**
   * Restarts parts that ended without being killed; for a tuner that had started it is a violation.
   */
  private void supervise(Installation installation) {
    for (Part part : installation.all()) {
      Optional<Integer> status = part.endedByItself();
      if (status.isEmpty()) {
        continue;
      }
      String words = part.log().end(3);
      if (installation.tuners().contains(part) && !startedLast(part)) {
        result.failedStart();
        say("%s could not start (status %d): %s", part.name(), status.get(), words);
      } else {
        result.violation(
            part.name() + " ended by itself with status " + status.get() + ": " + words);
      }
      part.start();
    }
  }

  /** Whether its last run had got so far that it reports its start. */
  private static boolean startedLast(Part tuner) {
    List<String> words = tuner.log().lines();
    for (int i = words.size() - 1; i >= 0; i--) {
      if (words.get(i).contains("Settings: {")) {
        return false;
      }
      if (words.get(i).contains(STARTED)) {
        return true;
      }
    }
    return false;
  }

  /** Stops all trainers and tuners, so that nothing more is written. */
  private void settle(Installation installation, DecisionWatch watch) {
    installation.workers().forEach(Part::kill);
    Await.pause(Duration.ofSeconds(2));
    supervise(installation);
    installation.tuners().forEach(Part::terminate);
    result.counted(watch.decisions(), Duration.ofNanos(System.nanoTime() - begin));
    watch.losses().stream()
        .filter(loss -> loss.worker().equals(Installation.STEADY))
        .forEach(loss -> result.violation("an attempt of a healthy worker: " + loss));
    result.lost(watch.losses().size());
  }

  private void say(String format, Object... values) {
    out.printf(
        "%7.1f s  %s%n",
        Duration.ofNanos(System.nanoTime() - begin).toMillis() / 1000.0,
        String.format(format, values));
    out.flush();
  }
}
