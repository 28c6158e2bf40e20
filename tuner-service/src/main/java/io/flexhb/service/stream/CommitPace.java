package io.flexhb.service.stream;

import java.time.Duration;

/**
 * When a stream thread commits. Nobody sees an output before its commit, so commits are to be
 * frequent; but each costs the same, however little it commits, so they are to be rare when much
 * waits. The time between two commits is the shortest while the thread keeps up easily, and grows
 * with the rate of inputs. The longest is the {@code commit.interval.ms} of Kafka Streams, which
 * commits by itself then.
 *
 * <p>For the processors of one thread together: Kafka Streams commits all tasks of a thread at
 * once.
 */
public final class CommitPace {

  /** A thread that gets so many inputs in the shortest interval waits no longer than that. */
  private static final int INPUTS = 32;

  private final long shortestNanos;
  private long lastNanos;
  private long inputs;

  /**
   * @param shortest time between two commits while inputs are few; of a millisecond or more
   * @param now {@link System#nanoTime}
   */
  public CommitPace(Duration shortest, long now) {
    this.shortestNanos = shortest.toNanos();
    this.lastNanos = now;
  }

  /** An input was dealt with. */
  public void input() {
    inputs++;
  }

  /**
   * Whether to ask for a commit now; if so, the next interval has begun.
   *
   * @param now {@link System#nanoTime}
   */
  public boolean isDue(long now) {
    if (inputs == 0) {
      return false;
    }
    double intervals = (now - lastNanos) / (double) shortestNanos;
    // By the rate in this interval, it is to last inputs / intervals / INPUTS times the shortest.
    if (intervals < 1 || intervals * intervals * INPUTS < inputs) {
      return false;
    }
    lastNanos = now;
    inputs = 0;
    return true;
  }
}
