package io.flexhb.emitter.protocol;

import io.flexhb.avro.CommandKind;

/**
 * What an attempt has to do.
 *
 * @param kind CONTINUE, or how the attempt ended: PAUSE, STOP, COMPLETE
 * @param untilResource CONTINUE: train up to this resource, absolute; else the resource reached
 * @param reason why, as text
 */
public record Answer(CommandKind kind, long untilResource, String reason) {

  /** Whether this ends the attempt. */
  public boolean isEnd() {
    return kind != CommandKind.CONTINUE;
  }
}
