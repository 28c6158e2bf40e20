package io.flexhb.core.surrogate;

/**
 * Keeps long computations from delaying threads that have little to do and are waited for: those
 * that decide.
 *
 * <p>A thread that computes all the time is interrupted by the operating system only every few
 * milliseconds when another wakes up. A report passes through some ten threads of broker and tuner
 * on its way to a command, so two such computations on two cores make it ten times slower
 * (docs/performance.md). Whoever computes for longer offers its core about every quarter of a
 * millisecond instead; when nobody wants it, that costs less than a microsecond. More often would
 * leave models little of a core that others want all the time, such as trainers on the same
 * machine.
 */
public final class CpuYield {
  private CpuYield() {}

  /** Lets a thread that waits for this core go first. */
  public static void letOthersRun() {
    Thread.yield();
  }
}
