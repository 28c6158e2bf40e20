package io.flexhb.service.stream;

import io.flexhb.avro.Command;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.service.Definition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The life of a small study from its creation to the last release, as lines of messages to the
 * tuner and its answers (docs/protocol.md). Loss values are chosen so that each kind of command
 * occurs.
 */
final class Transcript {

  /** A message, and the expected answers. */
  record Line(String said, List<String> answers) {}

  static final String STUDY = "golden";

  static final List<Line> LINES =
      List.of(
          line("apply"),
          line("ask a 1", "START 0/1 0..1 a"),
          line("ask b 1", "START 1/1 0..1 b"),
          line("ask c 1", "START 2/1 0..1 c"),
          line("started 0"),
          line("started 1"),
          line("heartbeat 0"),
          line("report 0 1 0.3", "PAUSE 0/1 a"),
          line("report 1 1 0.1", "PAUSE 1/1 b"),
          // The first bracket is full: the second opens.
          line("ask a 2", "START 3/1 0..3 a"),
          // STARTED of trial 2 never arrived: its report implies it. Its rung is decided now.
          line("report 2 1 0.2", "STOP 0/1 a", "STOP 2/1 c"),
          line("ask c 2", "CONTINUE 1/2 1..3 c"),
          line("started 3"),
          line("report 3 1 0.9"),
          line("report 3 3 0.8", "COMPLETE 3/1 a"),
          line("report 1 2 0.1"),
          line("report 1 3 0.05", "COMPLETE 1/2 c"),
          line("ask a 3", "START 4/1 0..3 a"),
          // The second loop.
          line("ask b 2", "START 5/1 0..1 b"),
          line("ask c 3", "START 6/1 0..1 c"),
          line("report 4 3 0.7", "COMPLETE 4/1 a"),
          line("ask a 4", "START 7/1 0..1 a"),
          line("report 5 1 0.6", "PAUSE 5/1 b"),
          line("report 6 1 0.5", "PAUSE 6/1 c"),
          line("ask b 3", "START 8/1 0..3 b"),
          line("ask c 4", "START 9/1 0..3 c"),
          // Trial 2, stopped in the first bracket, is better than all three: it is revived.
          line("report 7 1 0.4", "STOP 5/1 b", "STOP 6/1 c", "STOP 7/1 a"),
          line("ask a 5", "REVIVE 2/2 1..3 a"),
          line("report 8 3 0.8", "COMPLETE 8/1 b"),
          line("ask b 4", "WAIT b"),
          line("report 9 3 0.9", "COMPLETE 9/1 c"),
          line("report 2 3 0.15", "COMPLETE 2/2 a", "RELEASE b"),
          line("ask a 6", "RELEASE a"));

  private final TunerDriver tuner;
  private final Map<Integer, Command> grants = new HashMap<>();
  private final Map<String, Command> grantAt = new HashMap<>();
  private final List<Command> received = new ArrayList<>();

  Transcript(TunerDriver tuner) {
    this.tuner = tuner;
  }

  private static Line line(String said, String... answers) {
    return new Line(said, List.of(answers));
  }

  /** Sends the message once and returns the answers. */
  List<Command> say(String line) {
    String[] words = line.split(" ");
    if (grants.containsKey(trialIn(words))) {
      grantAt.putIfAbsent(line, grants.get(trialIn(words)));
    }
    switch (words[0]) {
      case "apply" -> tuner.apply(STUDY, Definition.small(STUDY).json());
      case "ask" -> tuner.ask(STUDY, words[1], Long.parseLong(words[2]));
      case "started" -> tuner.started(grant(words[1]));
      case "heartbeat" -> tuner.heartbeat(grant(words[1]), grant(words[1]).getId());
      case "report" ->
          tuner.report(grant(words[1]), Long.parseLong(words[2]), Double.parseDouble(words[3]));
      default -> throw new IllegalArgumentException(line);
    }
    List<Command> answers = tuner.commands();
    for (Command answer : answers) {
      if (answer.getUntilResource() > 0) {
        grants.put(answer.getTrial(), answer);
      }
    }
    received.addAll(answers);
    return answers;
  }

  private static int trialIn(String[] words) {
    return words[0].equals("ask") || words.length == 1 ? -1 : Integer.parseInt(words[1]);
  }

  /** A transcript that repeats a line as it was first sent, whatever was granted since. */
  Transcript asOf(String line) {
    Transcript then = new Transcript(tuner);
    then.grants.putAll(grants);
    if (grantAt.containsKey(line)) {
      then.grants.put(trialIn(line.split(" ")), grantAt.get(line));
    }
    return then;
  }

  /** The newest grant of a trial. */
  Command grant(String trial) {
    Command grant = grants.get(Integer.valueOf(trial));
    if (grant == null) {
      throw new AssertionError("trial " + trial + " was never granted");
    }
    return grant;
  }

  /** All commands so far. */
  List<Command> received() {
    return received;
  }

  /**
   * A heartbeat of the trial's newest attempt by a worker that received nothing since its grant.
   */
  List<Command> heartbeatOfTheDeaf(int trial) {
    Command grant = grant(Integer.toString(trial));
    tuner.say(grant, TrialEventKind.HEARTBEAT, grant.getId());
    return tuner.commands();
  }

  static List<String> show(List<Command> commands) {
    return commands.stream().map(TunerDriver::show).sorted().toList();
  }
}
