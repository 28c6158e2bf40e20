package io.flexhb.load;

import io.flexhb.simulator.ToyFunction;
import io.flexhb.topics.Ids;
import java.time.Duration;
import java.util.List;

/**
 * What to simulate. Made by {@link #builder}.
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
public record LoadPlan(
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
  public LoadPlan {
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

  /** Four slots in each study, at most 1000 reports/s in all, for a minute; change what differs. */
  public static Builder builder(List<String> studies) {
    return new Builder(studies);
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

  /** Collects what differs from the defaults. */
  public static final class Builder {

    private final List<String> studies;
    private int slotsPerStudy = 4;
    private double reportsPerSecond = 1000;
    private Duration warmUp = Duration.ZERO;
    private Duration duration = Duration.ofMinutes(1);
    private long maxReports;
    private int threads = 1;
    private String metric = "value";
    private double phi = 0.2;
    private long seed;

    private Builder(List<String> studies) {
      this.studies = studies;
    }

    /** How many trials of each study are trained in parallel; default 4. */
    public Builder slotsPerStudy(int slots) {
      this.slotsPerStudy = slots;
      return this;
    }

    /** The rate of all slots together; 0 = as fast as can be; default 1000. */
    public Builder reportsPerSecond(double rate) {
      this.reportsPerSecond = rate;
      return this;
    }

    /** How long nothing is counted or measured; default 0. */
    public Builder warmUp(Duration time) {
      this.warmUp = time;
      return this;
    }

    /** How long at most after that; default a minute. */
    public Builder duration(Duration longest) {
      this.duration = longest;
      return this;
    }

    /** How many reports at most; 0 = no bound, the default. */
    public Builder maxReports(long most) {
      this.maxReports = most;
      return this;
    }

    /** How many threads share the slots; default 1. */
    public Builder threads(int number) {
      this.threads = number;
      return this;
    }

    /** Name of the objective in the reports; default {@code value}. */
    public Builder metric(String name) {
      this.metric = name;
      return this;
    }

    /** Strength and seed of the noise; default 0.2 and 0. */
    public Builder noise(double strength, long noiseSeed) {
      this.phi = strength;
      this.seed = noiseSeed;
      return this;
    }

    /**
     * The plan.
     *
     * @throws IllegalArgumentException naming what is out of bounds
     */
    public LoadPlan build() {
      return new LoadPlan(
          studies,
          slotsPerStudy,
          reportsPerSecond,
          warmUp,
          duration,
          maxReports,
          threads,
          metric,
          phi,
          seed);
    }
  }
}
