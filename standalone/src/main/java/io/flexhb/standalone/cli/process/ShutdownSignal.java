package io.flexhb.standalone.cli.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or SIGTERM, for a command that has to clean up first: the process waits until the command
 * has closed this, for ten or twenty seconds at most.
 */
public final class ShutdownSignal implements AutoCloseable {

  /** How long the process waits for a command that was interrupted. */
  public static final Duration INTERRUPTED_LIMIT = Duration.ofSeconds(10);

  /** How long the process waits for a command that runs until it is told to end. */
  private static final Duration AWAITED_LIMIT = Duration.ofSeconds(20);

  private final CountDownLatch raised = new CountDownLatch(1);
  private final CountDownLatch cleanedUp = new CountDownLatch(1);
  private final Duration limit;
  private final Runnable onRaise;
  private final Thread hook = new Thread(this::shutDown, "flexhb-shutdown-signal");

  private ShutdownSignal(Duration limit, Runnable onRaise) {
    this.limit = limit;
    this.onRaise = onRaise;
  }

  /** For a command that runs until the signal arrives; see {@link #await}. */
  public static ShutdownSignal awaited() {
    return listening(new ShutdownSignal(AWAITED_LIMIT, () -> {}));
  }

  /**
   * For a command that works until it is done: the signal interrupts the current thread.
   *
   * @param notice runs first, to tell the user that the signal was received
   */
  public static ShutdownSignal interrupting(Runnable notice) {
    Thread command = Thread.currentThread();
    return listening(
        new ShutdownSignal(
            INTERRUPTED_LIMIT,
            () -> {
              notice.run();
              command.interrupt();
            }));
  }

  private static ShutdownSignal listening(ShutdownSignal signal) {
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  /** Acts on the command as the signal would, without ending the process. */
  public void raise() {
    raised.countDown();
    onRaise.run();
  }

  /** Whether the signal has arrived. */
  public boolean isRaised() {
    return raised.getCount() == 0;
  }

  /** Waits for the signal. */
  public void await() throws InterruptedException {
    raised.await();
  }

  /** Runs at the end of the process. */
  void shutDown() {
    raise();
    try {
      cleanedUp.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException atOnce) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the process end if it waits for this. */
  @Override
  public void close() {
    cleanedUp.countDown();
    ShutdownHook.remove(hook);
  }
}
