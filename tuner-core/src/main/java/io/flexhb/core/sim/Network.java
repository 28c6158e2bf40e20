package io.flexhb.core.sim;

import io.flexhb.core.random.CounterRandom;

/** Carries messages, and loses, doubles and delays some of them. */
final class Network {
  private static final long LATENCY_MILLIS = 1;

  private final Timeline timeline;
  private final Faults faults;
  private final CounterRandom luck;

  Network(Timeline timeline, Faults faults, CounterRandom luck) {
    this.timeline = timeline;
    this.faults = faults;
    this.luck = luck;
  }

  /** Whether something that happens with this probability happens now. */
  boolean happens(double probability) {
    return probability > 0 && luck.nextBoolean(probability);
  }

  long upTo(long millis) {
    return luck.nextLong(millis + 1);
  }

  /** Sends a message; {@code delivery} is what its arrival does. */
  void send(Runnable delivery) {
    if (!happens(faults.lost())) {
      deliver(delivery);
    }
    if (happens(faults.doubled())) {
      deliver(delivery);
    }
  }

  private void deliver(Runnable delivery) {
    long late = happens(faults.delayed()) ? upTo(faults.delayMillis()) : 0;
    timeline.after(LATENCY_MILLIS + late, delivery);
  }
}
