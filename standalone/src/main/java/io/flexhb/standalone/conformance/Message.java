package io.flexhb.standalone.conformance;

import io.flexhb.avro.Command;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;

/** The kinds of messages that the protocol's documentation distinguishes. */
enum Message {
  WORK_REQUEST,
  STARTED,
  METRICS,
  BOUNDARY_METRICS,
  HEARTBEAT,
  CHECKPOINT,
  ENDED,
  START,
  CONTINUE_GRANT,
  REVIVE,
  WAIT,
  RELEASE,
  CONTINUE_ANSWER,
  PAUSE,
  STOP,
  COMPLETE;

  /**
   * The kind of a worker's event.
   *
   * @param until resource of the boundary in force
   */
  static Message of(TrialEvent event, long until) {
    return switch (event.getKind()) {
      case METRICS -> event.getResource() < until ? METRICS : BOUNDARY_METRICS;
      case STARTED -> STARTED;
      case CHECKPOINT -> CHECKPOINT;
      case ENDED -> ENDED;
      default -> HEARTBEAT;
    };
  }

  /** The kind of a command. */
  static Message of(Command command) {
    return switch (command.getKind()) {
      case START -> START;
      case REVIVE -> REVIVE;
      case WAIT -> WAIT;
      case RELEASE -> RELEASE;
      case PAUSE -> PAUSE;
      case COMPLETE -> COMPLETE;
      case CONTINUE -> command.getAskSequence() < 0 ? CONTINUE_ANSWER : CONTINUE_GRANT;
      default -> STOP;
    };
  }

  /** Whether the event kind is one that workers send. */
  static boolean isOfWorkers(TrialEventKind kind) {
    return kind != TrialEventKind.LEASE_CHECK && kind != TrialEventKind.UNKNOWN;
  }
}
