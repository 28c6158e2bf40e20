package io.flexhb.emitter.agent;

/**
 * Whether the agent has to end. Its slots are interrupted when they may not continue. Thread-safe.
 */
final class Drain {

  private volatile boolean begun;

  void begin() {
    begun = true;
  }

  boolean hasBegun() {
    return begun;
  }
}
