package io.flexhb.emitter.protocol;

import io.flexhb.avro.Command;
import java.time.Duration;
import java.util.function.Consumer;

/** The connection to the tuner, for all slots of one worker. Thread-safe. */
public interface Transport {

  /** The writer of the worker's records. */
  EventWriter writer();

  /**
   * Ensures that every command of the study written from now on reaches the handler. Call it before
   * the first ask: an answer written before it returns may be missed.
   *
   * @throws TunerUnavailableException when that fails within the configured time, naming what is
   *     missing
   * @throws TrainingInterruptedException when the thread is interrupted while waiting
   */
  void follow(String study);

  /** Number of accepted records that are neither delivered nor rejected yet. */
  default long undelivered() {
    return 0;
  }

  /**
   * Delivers pending records, then ends all traffic.
   *
   * @param patience how long to wait for the delivery
   * @return how many records could not be delivered in that time
   */
  long close(Duration patience);

  /** Opens transports. */
  @FunctionalInterface
  interface Opener {

    /**
     * Opens a transport.
     *
     * @param onCommand called by one thread with the commands of followed studies, in the order of
     *     their partition; some may come twice, some may be for others; must not throw or block
     */
    Transport open(Consumer<Command> onCommand);
  }
}
