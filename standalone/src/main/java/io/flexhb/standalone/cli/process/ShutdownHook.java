package io.flexhb.standalone.cli.process;

import java.util.concurrent.atomic.AtomicBoolean;

/** Runs an action once: at the shutdown of the process, or earlier by {@link #now}. */
public final class ShutdownHook {
  private final Runnable action;
  private final AtomicBoolean done = new AtomicBoolean();
  private final Thread hook;

  private ShutdownHook(Runnable action) {
    this.action = action;
    this.hook = new Thread(this::runOnce, "flexhb-shutdown");
  }

  /** Registers the action with the JVM. */
  public static ShutdownHook run(Runnable action) {
    ShutdownHook added = new ShutdownHook(action);
    Runtime.getRuntime().addShutdownHook(added.hook);
    return added;
  }

  private void runOnce() {
    if (done.compareAndSet(false, true)) {
      action.run();
    }
  }

  /** Runs the action, unless it has run. */
  public void now() {
    runOnce();
    remove(hook);
  }

  /** Removes a hook. If the process is already ending, the hook runs and finds the work done. */
  public static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException endingAlready) {
      Thread.onSpinWait(); // nothing to do
    }
  }
}
