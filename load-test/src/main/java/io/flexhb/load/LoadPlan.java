package io.flexhb.load;

import io.flexhb.simulator.ToyFunction;
import io.flexhb.topics.Ids;
import java.time.Duration;
import java.util.List;

/**
 * The plan of a simulation. Built with {@link #builder}.
 *
 * @param studies ids of the studies; each must have the numeric parameters x, y and z
 * @param slotsPerStudy how many trials of each study are trained in parallel
 * @param reportsPerSecond of all slots together; 0 = as fast as possible
 * @param warmUp how long trainers run before counting and measuring start
 * @param duration longest time to run after the warm-up
 * @param maxReports most reports; 0 = no limit
 * @param threads number of threads that share the slots
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
   * Checks all values.
   *
   * @throws IllegalArgumentException naming the invalid value
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

  /** Defaults: four slots per study, at most 1000 reports/s in total, for a minute. */
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

  /** Collects settings that differ from the defaults. */
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

    /** The rate of all slots together; 0 = as fast as possible; default 1000. */
    public Builder reportsPerSecond(double rate) {
      this.reportsPerSecond = rate;
      return this;
    }

    /** How long trainers run before counting and measuring start; default 0. */
    public Builder warmUp(Duration time) {
      this.warmUp = time;
      return this;
    }

    /** Longest time to run after the warm-up; default a minute. */
    public Builder duration(Duration longest) {
      this.duration = longest;
      return this;
    }

    /** Most reports; 0 = no limit, the default. */
    public Builder maxReports(long most) {
      this.maxReports = most;
      return this;
    }

    /** Number of threads that share the slots; default 1. */
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
     * Builds the plan.
     *
     * @throws IllegalArgumentException naming the invalid value
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
