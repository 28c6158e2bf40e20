package io.flexhb.service.stream;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * When a stream thread commits. Nobody sees an output before its commit, so commits are to be
 * frequent; but each costs the same, however little it commits, so they are to be rare when much
 * waits. The time between two commits is the shortest while the thread keeps up easily, and grows
 * with the rate of inputs to ten times that.
 *
 * <p>Time counts from the end of a commit: a transaction that begins while the broker still ends
 * the one before is turned away, and tried again a tenth of a second later. For the same reason
 * nobody else is to ask for commits.
 *
 * <p>For the processors of one thread together: Kafka Streams commits all tasks of a thread at
 * once.
 */
public final class CommitPace {

  /** A thread that gets so many inputs in the shortest interval waits no longer than that. */
  private static final int INPUTS = 32;

  /** Longest time between two commits, in shortest ones. */
  private static final int LONGEST = 10;

  /** No commit is so quick; two inputs in a row are quicker. */
  private static final long COMMIT_NANOS = 1_000_000;

  private final LongSupplier clock;
  private final long shortestNanos;
  private long committedNanos;
  private long calledNanos;
  private boolean asked;
  private long inputs;

  /**
   * @param shortest time between two commits while inputs are few; of a millisecond or more
   * @param clock {@link System#nanoTime}, or another in tests
   */
  CommitPace(Duration shortest, LongSupplier clock) {
    this.clock = clock;
    this.shortestNanos = shortest.toNanos();
    this.committedNanos = clock.getAsLong();
    this.calledNanos = committedNanos;
  }

  /** The pace of each stream thread, begun when the first processor of the thread wants it. */
  public static ThreadLocal<CommitPace> ofThreads(Duration shortest) {
    return ThreadLocal.withInitial(() -> new CommitPace(shortest, System::nanoTime));
  }

  /** Asks for the commits that fall due while no input comes. For {@code init} of a processor. */
  public void follow(ProcessorContext<?, ?> context) {
    context.schedule(
        Duration.ofNanos(shortestNanos),
        PunctuationType.WALL_CLOCK_TIME,
        time -> askIfDue(context));
  }

  /** An input was dealt with: asks for a commit if one is due. */
  public void dealtWith(ProcessorContext<?, ?> context) {
    input();
    askIfDue(context);
  }

  private void askIfDue(ProcessorContext<?, ?> context) {
    if (isDue()) {
      context.commit();
    }
  }

  void input() {
    inputs++;
  }

  /**
   * Whether to ask for a commit now. To be called after each input, and once in each shortest
   * interval at least.
   */
  boolean isDue() {
    long now = clock.getAsLong();
    // Kafka Streams may deal with more inputs before it commits; the commit shows as a gap.
    if (asked && now - calledNanos >= COMMIT_NANOS) {
      asked = false;
      committedNanos = now;
    }
    calledNanos = now;
    if (asked || inputs == 0) {
      return false;
    }
    double intervals = (now - committedNanos) / (double) shortestNanos;
    // By the rate in this interval, it is to last inputs / intervals / INPUTS times the shortest.
    if (intervals < 1 || intervals < LONGEST && intervals * intervals * INPUTS < inputs) {
      return false;
    }
    asked = true;
    inputs = 0;
    return true;
  }
}
