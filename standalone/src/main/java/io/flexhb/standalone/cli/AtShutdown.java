package io.flexhb.standalone.cli;

import java.util.concurrent.atomic.AtomicBoolean;

/** Something to be done once: when the process is told to end, or before, by {@link #now}. */
final class AtShutdown {
  private final Runnable action;
  private final AtomicBoolean done = new AtomicBoolean();
  private final Thread hook;

  private AtShutdown(Runnable action) {
    this.action = action;
    this.hook = new Thread(this::runOnce, "flexhb-shutdown");
  }

  static AtShutdown run(Runnable action) {
    AtShutdown atShutdown = new AtShutdown(action);
    Runtime.getRuntime().addShutdownHook(atShutdown.hook);
    return atShutdown;
  }

  private void runOnce() {
    if (done.compareAndSet(false, true)) {
      action.run();
    }
  }

  void now() {
    runOnce();
    forget(hook);
  }

  /** Takes a hook back, unless the process ends already: then it runs and finds the work done. */
  static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException endingAlready) {
      Thread.onSpinWait(); // nothing to do
    }
  }
}
