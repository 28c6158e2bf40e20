package io.flexhb.standalone.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command that is told to end, by Ctrl-C or SIGTERM, clean up: until it is closed its thread
 * is interrupted then, and the process waits for the close.
 */
final class EarlyEnd implements AutoCloseable {

  /** The process waits no longer. */
  static final Duration LIMIT = Duration.ofSeconds(10);

  private final CountDownLatch cleanedUp = new CountDownLatch(1);
  private final Thread command;
  private final Runnable tell;
  private final Thread hook = new Thread(this::end, "flexhb-early-end");
  private volatile boolean told;

  private EarlyEnd(Thread command, Runnable tell) {
    this.command = command;
    this.tell = tell;
  }

  /**
   * Of the command that this thread runs.
   *
   * @param tell tells its user that the end was heard
   */
  static EarlyEnd of(Runnable tell) {
    EarlyEnd end = new EarlyEnd(Thread.currentThread(), tell);
    Runtime.getRuntime().addShutdownHook(end.hook);
    return end;
  }

  /** Whether the command was told to end. */
  boolean isTold() {
    return told;
  }

  /** What the process does when it is told to end. */
  void end() {
    told = true;
    tell.run();
    command.interrupt();
    try {
      cleanedUp.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException atOnce) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    cleanedUp.countDown();
    AtShutdown.forget(hook);
  }
}
