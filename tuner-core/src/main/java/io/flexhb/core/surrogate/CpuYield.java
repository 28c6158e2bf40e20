package io.flexhb.core.surrogate;

/**
 * Keeps long computations from delaying short, urgent work: the threads that decide.
 *
 * <p>The operating system interrupts a thread that computes without pause only every few
 * milliseconds when another thread wakes up. A report passes through about ten threads of broker
 * and tuner before its command, so two such computations on two cores make it ten times slower
 * (docs/performance.md). A long computation instead yields its core about every quarter of a
 * millisecond; if no other thread wants it, that costs less than a microsecond. Yielding more often
 * would leave models little of a core that other processes always want, such as trainers on the
 * same machine.
 */
public final class CpuYield {
  private CpuYield() {}

  /** Lets a thread that waits for this core go first. */
  public static void letOthersRun() {
    Thread.yield();
  }
}
