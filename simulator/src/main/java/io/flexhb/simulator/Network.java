package io.flexhb.simulator;

import io.flexhb.core.random.CounterRandom;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** Carries messages, and loses, doubles and delays some of them. */
final class Network {
  private static final long LATENCY_MILLIS = 1;

  private final Timeline timeline;
  private final CounterRandom luck;
  private final LongFunction<List<Long>> fates;
  private long messages;

  /**
   * @param fates for the n-th message the extra delay of each time it arrives, in milliseconds;
   *     none = lost
   */
  Network(Timeline timeline, CounterRandom luck, LongFunction<List<Long>> fates) {
    this.timeline = timeline;
    this.luck = luck;
    this.fates = fates;
  }

  /** Fates drawn as the faults say. */
  static LongFunction<List<Long>> drawn(Faults faults, long seed) {
    if (faults.lost() == 0 && faults.doubled() == 0 && faults.delayed() == 0) {
      return message -> List.of(0L);
    }
    return message -> {
      CounterRandom luck = CounterRandom.of(seed, "message", message);
      int copies =
          (luck.nextBoolean(faults.lost()) ? 0 : 1) + (luck.nextBoolean(faults.doubled()) ? 1 : 0);
      return LongStream.range(0, copies)
          .map(
              copy ->
                  luck.nextBoolean(faults.delayed()) ? luck.nextLong(faults.delayMillis() + 1) : 0)
          .boxed()
          .toList();
    };
  }

  /** Whether something that happens with this probability happens now. */
  boolean happens(double probability) {
    return probability > 0 && luck.nextBoolean(probability);
  }

  /** Uniform in 0..millis. */
  long upTo(long millis) {
    return luck.nextLong(millis + 1);
  }

  /** Sends a message; {@code delivery} is what its arrival does. */
  void send(Runnable delivery) {
    for (long late : fates.apply(messages++)) {
      timeline.after(LATENCY_MILLIS + late, delivery);
    }
  }

  long messages() {
    return messages;
  }
}
