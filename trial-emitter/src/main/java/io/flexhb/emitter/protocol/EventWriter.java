package io.flexhb.emitter.protocol;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;

/**
 * Sends records of workers to the tuner. Records of one slot arrive in the order in which they were
 * sent. Thread-safe.
 */
public interface EventWriter {

  /**
   * Sends an ask. Temporary failures (broker or registry unavailable) are waited out, never thrown.
   *
   * @throws TrainingInterruptedException when the thread is interrupted while it has to wait
   * @throws IllegalStateException when the writer is closed
   */
  void send(WorkRequest request);

  /**
   * Sends an event of an attempt. Temporary failures (broker or registry unavailable) are waited
   * out, never thrown.
   *
   * @throws TrainingInterruptedException when the thread is interrupted while it has to wait
   * @throws IllegalStateException when the writer is closed
   */
  void send(TrialEvent event);
}
