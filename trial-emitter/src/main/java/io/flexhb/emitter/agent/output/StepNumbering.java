package io.flexhb.emitter.agent.output;

import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How the script counts, the same for all its runs. Whether its first epoch is 0 or 1 is given, or
 * learned from the first run that starts at the beginning. Thread-safe.
 */
public final class StepNumbering {

  private static final int UNKNOWN = -1;

  private final AtomicInteger first;
  private final boolean sinceResume;

  /**
   * @param first number of the script's first epoch, 0 or 1; empty to learn it
   * @param sinceResume whether a resumed script restarts its counter
   */
  public StepNumbering(OptionalInt first, boolean sinceResume) {
    this.first = new AtomicInteger(first.orElse(UNKNOWN));
    this.sinceResume = sinceResume;
  }

  /** The numbering of a run that continues from that resource. */
  public OfRun run(long fromResource) {
    return new OfRun(fromResource);
  }

  /** The numbering of one run. Not thread-safe. */
  public final class OfRun {

    private final long from;

    private OfRun(long from) {
      this.from = from;
    }

    /** Resource from which the run continues. */
    long from() {
      return from;
    }

    /** Takes each number that the script shows, in order. */
    void shown(long number) {
      if (from == 0 || sinceResume) {
        first.compareAndSet(UNKNOWN, number == 0 ? 0 : 1);
      } else if (number == from || number == from + 1) {
        // A script that continues from 3 shows 3 first if it counts from 0, else 4.
        first.compareAndSet(UNKNOWN, number == from ? 0 : 1);
      }
    }

    /** The absolute resource that the script's number stands for. */
    long absolute(long number) {
      long counted = first.get() == 0 ? number + 1 : number;
      return sinceResume ? from + counted : counted;
    }
  }
}
