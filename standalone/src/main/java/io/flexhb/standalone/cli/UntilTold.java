package io.flexhb.standalone.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a command running until its process is told to end, by Ctrl-C or SIGTERM; the process then
 * waits until the command has put its things in order and closed this.
 */
final class UntilTold implements AutoCloseable {

  private static final int LIMIT_SECONDS = 20;

  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch inOrder = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "flexhb-end");

  UntilTold() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end() {
    tell();
    try {
      inOrder.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException atOnce) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the wait. */
  void tell() {
    told.countDown();
  }

  void await() throws InterruptedException {
    told.await();
  }

  @Override
  public void close() {
    inOrder.countDown();
    AtShutdown.forget(hook);
  }
}
