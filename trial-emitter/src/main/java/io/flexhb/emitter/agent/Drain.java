package io.flexhb.emitter.agent;

/** Whether the agent shall end; its slots are interrupted when they may not go on. Thread-safe. */
final class Drain {

  private volatile boolean told;

  void tell() {
    told = true;
  }

  boolean isTold() {
    return told;
  }
}
