package io.flexhb.standalone.conformance;

import io.flexhb.avro.CommandKind;
import java.util.List;
import java.util.Map;

/**
 * The answer to an ask, and the commands sent to the slot while it trains.
 *
 * @param kind START, CONTINUE, REVIVE, WAIT or RELEASE
 * @param trial number of the trial, -1 when there is none
 * @param attempt attempt that is granted
 * @param from resource at which training continues
 * @param until resource of the first boundary
 * @param parameters of the configuration besides {@code x}
 * @param moves the commands sent, each with its resource
 * @param about what this turn tests, in words
 */
record ScriptedTurn(
    CommandKind kind,
    int trial,
    int attempt,
    long from,
    long until,
    Map<String, Object> parameters,
    List<Move> moves,
    String about) {

  /** The command sent to a worker when it first reports that resource. */
  record Move(long at, Action action, long until) {}

  /** The kinds of moves. */
  enum Action {
    /** Continue training, in the same attempt. */
    CONTINUE,
    PAUSE,
    STOP,
    COMPLETE,
    /** A STOP in a transaction that is rolled back, so that it never takes effect. */
    ROLLED_BACK_STOP,
    /** A STOP for another incarnation of the study, and one for an older attempt. */
    STOP_OF_ANOTHER,
    /** A newer attempt is granted to another worker: this one is lost. */
    GRANT_TO_ANOTHER
  }

  static ScriptedTurn grant(
      CommandKind kind, int trial, int attempt, long from, long until, String about, Move... m) {
    return new ScriptedTurn(kind, trial, attempt, from, until, Map.of(), List.of(m), about);
  }

  /** A copy with one more parameter. */
  ScriptedTurn with(String parameter, Object value) {
    return new ScriptedTurn(
        kind, trial, attempt, from, until, Map.of(parameter, value), moves, about);
  }

  static ScriptedTurn of(CommandKind kind, String about) {
    return new ScriptedTurn(kind, -1, 0, 0, 0, Map.of(), List.of(), about);
  }
}
