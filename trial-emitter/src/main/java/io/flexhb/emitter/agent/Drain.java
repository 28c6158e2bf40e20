package io.flexhb.emitter.agent;

import java.time.Duration;

/** Whether the agent shall end, and how long its trials may still go on. Thread-safe. */
final class Drain {

  private volatile boolean told;
  private volatile long deadline;

  void tell(Duration patience) {
    deadline = System.nanoTime() + patience.toNanos();
    told = true;
  }

  boolean isTold() {
    return told;
  }

  /**
   * Returns while trials may go on.
   *
   * @throws InterruptedException once they may not
   */
  void check() throws InterruptedException {
    if (told && System.nanoTime() - deadline >= 0) {
      throw new InterruptedException("the agent ends");
    }
  }
}
