package io.flexhb.emitter.protocol;

import io.flexhb.avro.Command;
import java.time.Duration;
import java.util.function.Consumer;

/** The way to the tuner and back, for all slots of one worker. Thread-safe. */
public interface Transport {

  /** Where the worker's records go. */
  EventWriter writer();

  /**
   * Makes sure that each command of the study written from now on reaches the handler. To be called
   * before the first ask: an answer that was written earlier than this returned may be missed.
   *
   * @throws TunerUnavailableException when that cannot be had in time, naming what is missing
   * @throws TrainingInterruptedException when the thread is interrupted while waiting
   */
  void follow(String study);

  /** How many records were taken that are neither delivered nor refused yet. */
  default long undelivered() {
    return 0;
  }

  /**
   * Delivers what is still on its way, then ends all traffic.
   *
   * @param patience how long to wait for the delivery
   * @return how many records could not be delivered in that time
   */
  long close(Duration patience);

  /** Opens the way. */
  @FunctionalInterface
  interface Opener {

    /**
     * Opens the way.
     *
     * @param onCommand called by one thread with the commands of followed studies, in the order of
     *     their partition; some may come twice, some may be for others; must not throw or block
     */
    Transport open(Consumer<Command> onCommand);
  }
}
