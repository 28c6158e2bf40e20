package io.flexhb.emitter.simulate;

import io.flexhb.topics.Ids;
import java.time.Duration;
import java.util.List;

/**
 * What to simulate. Begin with {@link #of} and change what differs.
 *
 * @param studies ids of the studies; each must have the numeric parameters x, y and z
 * @param slotsPerStudy how many trials of each study are trained in parallel
 * @param reportsPerSecond of all slots together; 0 = as fast as can be
 * @param warmUp how long trainers run before anything is counted or measured
 * @param duration how long at most, after warming up
 * @param maxReports how many at most; 0 = no bound
 * @param threads that share the slots
 * @param metric name of the objective in the reports
 * @param phi strength of the noise, see {@link ToyFunction}
 * @param seed of the noise
 */
public record SimulationPlan(
    List<String> studies,
    int slotsPerStudy,
    double reportsPerSecond,
    Duration warmUp,
    Duration duration,
    long maxReports,
    int threads,
    String metric,
    double phi,
    long seed) {

  /**
   * Checks all bounds.
   *
   * @throws IllegalArgumentException naming what is out of bounds
   */
  public SimulationPlan {
    studies = List.copyOf(studies);
    studies.forEach(Ids::checkStudy);
    check(!studies.isEmpty(), "studies", "at least one");
    check(slotsPerStudy >= 1, "slotsPerStudy " + slotsPerStudy, "at least 1");
    check(
        reportsPerSecond >= 0 && Double.isFinite(reportsPerSecond),
        "reportsPerSecond " + reportsPerSecond,
        "a number from 0");
    check(!warmUp.isNegative(), "warmUp " + warmUp, "at least 0");
    check(duration.toMillis() > 0, "duration " + duration, "more than 0");
    check(maxReports >= 0, "maxReports " + maxReports, "at least 0");
    check(threads >= 1, "threads " + threads, "at least 1");
    check(!metric.isBlank(), "metric", "a name");
  }

  /** Four slots in each study, at most 1000 reports/s in all, for a minute. */
  public static SimulationPlan of(List<String> studies) {
    return new SimulationPlan(
        studies, 4, 1000, Duration.ZERO, Duration.ofMinutes(1), 0, 1, "value", 0.2, 0);
  }

  /** With another number of trials of each study in parallel. */
  public SimulationPlan withSlotsPerStudy(int slots) {
    return new SimulationPlan(
        studies, slots, reportsPerSecond, warmUp, duration, maxReports, threads, metric, phi, seed);
  }

  /** With another rate, of all slots together; 0 = as fast as can be. */
  public SimulationPlan withReportsPerSecond(double rate) {
    return new SimulationPlan(
        studies, slotsPerStudy, rate, warmUp, duration, maxReports, threads, metric, phi, seed);
  }

  /** With some time to warm up, in which nothing is counted or measured. */
  public SimulationPlan withWarmUp(Duration time) {
    return new SimulationPlan(
        studies,
        slotsPerStudy,
        reportsPerSecond,
        time,
        duration,
        maxReports,
        threads,
        metric,
        phi,
        seed);
  }

  /** With another bound of the time. */
  public SimulationPlan withDuration(Duration longest) {
    return new SimulationPlan(
        studies,
        slotsPerStudy,
        reportsPerSecond,
        warmUp,
        longest,
        maxReports,
        threads,
        metric,
        phi,
        seed);
  }

  /** With another bound of the number of reports; 0 = none. */
  public SimulationPlan withMaxReports(long most) {
    return new SimulationPlan(
        studies,
        slotsPerStudy,
        reportsPerSecond,
        warmUp,
        duration,
        most,
        threads,
        metric,
        phi,
        seed);
  }

  /** With another number of threads. */
  public SimulationPlan withThreads(int number) {
    return new SimulationPlan(
        studies,
        slotsPerStudy,
        reportsPerSecond,
        warmUp,
        duration,
        maxReports,
        number,
        metric,
        phi,
        seed);
  }

  /** With another name of the objective. */
  public SimulationPlan withMetric(String name) {
    return new SimulationPlan(
        studies,
        slotsPerStudy,
        reportsPerSecond,
        warmUp,
        duration,
        maxReports,
        threads,
        name,
        phi,
        seed);
  }

  /** With another noise. */
  public SimulationPlan withNoise(double strength, long noiseSeed) {
    return new SimulationPlan(
        studies,
        slotsPerStudy,
        reportsPerSecond,
        warmUp,
        duration,
        maxReports,
        threads,
        metric,
        strength,
        noiseSeed);
  }

  /** All slots of all studies. */
  public int slots() {
    return Math.multiplyExact(studies.size(), slotsPerStudy);
  }

  private static void check(boolean holds, String what, String wanted) {
    if (!holds) {
      throw new IllegalArgumentException("simulation plan: " + what + ": must be " + wanted);
    }
  }
}
