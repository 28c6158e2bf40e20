package io.flexhb.standalone.conformance;

import static io.flexhb.avro.CommandKind.CONTINUE;
import static io.flexhb.avro.CommandKind.RELEASE;
import static io.flexhb.avro.CommandKind.REVIVE;
import static io.flexhb.avro.CommandKind.START;
import static io.flexhb.avro.CommandKind.WAIT;

import io.flexhb.standalone.conformance.ScriptedTurn.Action;
import io.flexhb.standalone.conformance.ScriptedTurn.Move;
import java.util.List;

/** The life of a slot in which every message of the protocol is sent. */
final class Script {

  static final long LEASE_MILLIS = 3_000;
  static final long WAIT_MILLIS = 400;

  /** An epoch that is longer than the lease. */
  static final double LONG_EPOCH_SECONDS = 3.5;

  /** Far more than is ever trained: the command that ends such a trial comes in mid-rung. */
  static final long FAR = 100_000;

  /** The definition of the toy study. */
  static final String DEFINITION =
      """
      {"study": "STUDY",
       "objective": {"metric": "loss", "direction": "minimize"},
       "resource": {"max": 100000, "unit": "epochs"},
       "space": {
         "x": {"type": "double", "low": 0, "high": 1},
         "seconds": {"type": "double", "low": 0, "high": 10},
         "nan": {"type": "boolean"},
         "fail": {"type": "boolean"}},
       "limits": {"trials": 6}}
      """;

  private Script() {}

  /** The hyperparameter of a trial. */
  static double x(int trial) {
    return trial / 8.0;
  }

  static List<ScriptedTurn> turns() {
    return List.of(
        ScriptedTurn.grant(
            START,
            0,
            1,
            0,
            2,
            "a boundary, a CONTINUE, a PAUSE; a STOP that was rolled back and STOPs of others",
            new Move(1, Action.ROLLED_BACK_STOP, 0),
            new Move(2, Action.CONTINUE, 4),
            new Move(3, Action.STOP_OF_ANOTHER, 0),
            new Move(4, Action.PAUSE, 0)),
        ScriptedTurn.grant(START, 1, 1, 0, 2, "a STOP at a boundary", new Move(2, Action.STOP, 0)),
        ScriptedTurn.of(WAIT, "parked until it has asked again"),
        ScriptedTurn.grant(
            CONTINUE,
            0,
            2,
            4,
            6,
            "goes on from its checkpoint, and is completed",
            new Move(6, Action.COMPLETE, 0)),
        ScriptedTurn.grant(
            REVIVE,
            1,
            2,
            2,
            FAR,
            "goes on from its checkpoint, and is stopped in the middle of a rung",
            new Move(5, Action.STOP, 0)),
        ScriptedTurn.grant(
            START,
            2,
            1,
            0,
            FAR,
            "the trial is granted to somebody else meanwhile",
            new Move(3, Action.GRANT_TO_ANOTHER, 0)),
        ScriptedTurn.grant(
                START, 3, 1, 0, 1, "an epoch longer than the lease", new Move(1, Action.STOP, 0))
            .with("seconds", LONG_EPOCH_SECONDS),
        ScriptedTurn.grant(
                START, 4, 1, 0, 1, "a value that is not a number", new Move(1, Action.STOP, 0))
            .with("nan", true),
        ScriptedTurn.grant(START, 5, 1, 0, 2, "training fails").with("fail", true),
        ScriptedTurn.of(RELEASE, "no more work"));
  }
}
