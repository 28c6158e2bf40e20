package io.flexhb.emitter.protocol;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;

/**
 * Takes the records of workers on their way to the tuner. Records of one slot arrive in the order
 * in which they were sent. Thread-safe.
 */
public interface EventWriter {

  /**
   * Sends an ask. Trouble that may pass (broker or registry away) is waited out, never thrown.
   *
   * @throws TrainingInterruptedException when the thread is interrupted while it has to wait
   * @throws IllegalStateException when the writer is closed
   */
  void send(WorkRequest request);

  /**
   * Sends an event of an attempt. Trouble that may pass (broker or registry away) is waited out,
   * never thrown.
   *
   * @throws TrainingInterruptedException when the thread is interrupted while it has to wait
   * @throws IllegalStateException when the writer is closed
   */
  void send(TrialEvent event);
}
