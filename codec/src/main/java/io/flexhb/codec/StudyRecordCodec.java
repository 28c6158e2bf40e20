package io.flexhb.codec;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.core.study.state.StudyState;
import java.time.Instant;

/** The record of a study on the topic {@code studies}. */
public final class StudyRecordCodec {

  private StudyRecordCodec() {}

  /**
   * The record of a study as its platform would write it to request the current state.
   *
   * @param at the time of the record
   */
  public static Study toWire(StudyState state, Instant at) {
    return new Study(
        state.spec().study(),
        state.incarnation(),
        switch (state.status()) {
          case ACTIVE, FINISHED -> RequestedState.ACTIVE;
          case PAUSED -> RequestedState.PAUSED;
          case CANCELLED -> RequestedState.CANCELLED;
          case DELETED -> RequestedState.DELETED;
          case CLOSED -> RequestedState.CLOSED;
        },
        Definitions.write(state.spec()),
        at);
  }
}
