package io.flexhb.service.stream;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * Decides when a stream thread commits. Outputs become visible only with their commit, so commits
 * should be frequent. But each has the same cost however little it commits, so under load they
 * should be rare. The time between two commits is shortest while the thread keeps up easily, and
 * grows with the input rate to ten times that.
 *
 * <p>Time counts from the end of a commit: the broker rejects a transaction that begins while it
 * still completes the previous one, and the client retries 0.1 s later. For the same reason no
 * other code may request commits.
 *
 * <p>Shared by the processors of one thread: Kafka Streams commits all tasks of a thread at once.
 */
public final class CommitPace {

  /** A thread with at most this many inputs in the shortest interval commits at that interval. */
  private static final int INPUTS = 32;

  /** Longest time between two commits, as a multiple of the shortest. */
  private static final int LONGEST = 10;

  /**
   * A gap at least this long between two calls is a commit: no commit is faster, and successive
   * inputs are.
   */
  private static final long COMMIT_NANOS = 1_000_000;

  private final LongSupplier clock;
  private final long shortestNanos;
  private long committedNanos;
  private long calledNanos;
  private boolean asked;
  private long inputs;

  /**
   * @param shortest time between two commits while inputs are few; at least one millisecond
   * @param clock {@link System#nanoTime}, or a fake in tests
   */
  CommitPace(Duration shortest, LongSupplier clock) {
    this.clock = clock;
    this.shortestNanos = shortest.toNanos();
    this.committedNanos = clock.getAsLong();
    this.calledNanos = committedNanos;
  }

  /** The pace of each stream thread, started when the thread's first processor needs it. */
  public static ThreadLocal<CommitPace> ofThreads(Duration shortest) {
    return ThreadLocal.withInitial(() -> new CommitPace(shortest, System::nanoTime));
  }

  /**
   * Schedules requests for commits that become due while no input arrives. Call it in {@code init}
   * of a processor.
   */
  public void follow(ProcessorContext<?, ?> context) {
    context.schedule(
        Duration.ofNanos(shortestNanos),
        PunctuationType.WALL_CLOCK_TIME,
        time -> askIfDue(context));
  }

  /** An input was processed: requests a commit if one is due. */
  public void processed(ProcessorContext<?, ?> context) {
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
   * Whether to request a commit now. Call it after each input, and at least once in each shortest
   * interval.
   */
  boolean isDue() {
    long now = clock.getAsLong();
    // Kafka Streams may process more inputs before it commits; the commit shows as a gap.
    if (asked && now - calledNanos >= COMMIT_NANOS) {
      asked = false;
      committedNanos = now;
    }
    calledNanos = now;
    if (asked || inputs == 0) {
      return false;
    }
    double intervals = (now - committedNanos) / (double) shortestNanos;
    // At the current rate the interval should last (inputs / intervals / INPUTS) times the
    // shortest.
    if (intervals < 1 || intervals < LONGEST && intervals * intervals * INPUTS < inputs) {
      return false;
    }
    asked = true;
    inputs = 0;
    return true;
  }
}
