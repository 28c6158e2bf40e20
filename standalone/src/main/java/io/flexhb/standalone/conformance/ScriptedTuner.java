package io.flexhb.standalone.conformance;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.Configuration;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.standalone.conformance.ScriptedTurn.Move;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The tuner's side of the protocol for one slot, following a script. It handles lost, duplicate and
 * late messages by the rules of the protocol. Everything that it receives and sends passes through
 * {@link MessageFaults}. Used by one thread.
 */
final class ScriptedTuner {

  /** The number of times that a parked slot must repeat its ask. */
  private static final int REPETITIONS = 2;

  /** Where commands go. */
  interface Out {
    /** Sends it; the fault of the run may change when and how many times. */
    void send(Command command);

    /** Sends it in a transaction that is rolled back. */
    void sendRolledBack(Command command);
  }

  private final String study;
  private final UUID incarnation;
  private final Out out;
  private final ClientObserver witness;
  private final List<ScriptedTurn> turns = Script.turns();
  private final Map<Integer, Command> inForce = new HashMap<>();
  private final Map<Integer, Checkpoint> checkpoints = new HashMap<>();
  private final Set<String> moved = new HashSet<>();
  private int turn = -1;
  private int ids;
  private int repetitions;
  private boolean live;
  private long until;
  private long askSequence = -1;
  private Optional<WorkRequest> client = Optional.empty();
  private Optional<Command> answer = Optional.empty();

  ScriptedTuner(String study, UUID incarnation, Out out, ClientObserver witness) {
    this.study = study;
    this.incarnation = incarnation;
    this.out = out;
    this.witness = witness;
  }

  /** Whether the slot was released. */
  boolean isOver() {
    return answer.map(Command::getKind).filter(kind -> kind == CommandKind.RELEASE).isPresent();
  }

  /** Its progress in words. */
  String standing() {
    return turn < 0 ? "nobody has asked yet" : "turn " + (turn + 1) + ": " + now().about();
  }

  /** Resource of the boundary in force for a trial. */
  long boundary(int trial) {
    return trial >= 0 && turn >= 0 && now().trial() == trial ? until : Long.MAX_VALUE;
  }

  void on(WorkRequest ask, long at) {
    if (client.isEmpty()) {
      client = Optional.of(ask);
    } else if (!client.get().getWorker().equals(ask.getWorker())
        || client.get().getSlot() != ask.getSlot()) {
      witness.violated("more than one slot asks: start one worker with one slot");
      return;
    }
    long sequence = ask.getAskSequence();
    if (sequence < askSequence) {
      witness.violated("askSequence fell from " + askSequence + " to " + sequence);
    } else if (sequence == askSequence) {
      askedAgain(ask);
    } else {
      askedAnew(ask, at);
    }
  }

  private void askedAgain(WorkRequest ask) {
    if (now().kind() == CommandKind.WAIT && ++repetitions > REPETITIONS) {
      next(ask);
    }
    out.send(answer.orElseThrow());
  }

  private void askedAnew(WorkRequest ask, long at) {
    if (turn >= 0) {
      witness.asked(ask.getAskSequence(), live, now().trial(), now().attempt(), at);
      if (now().kind() == CommandKind.WAIT) {
        witness.violated("a parked slot asked under a new number: repeat the same ask");
      }
    } else {
      witness.asked(ask.getAskSequence(), false, -1, 0, at);
    }
    askSequence = ask.getAskSequence();
    if (!isOver()) {
      next(ask);
    }
    out.send(answer.orElseThrow());
  }

  private void next(WorkRequest ask) {
    turn++;
    until = now().until();
    Command command = command(now().kind(), now().trial(), now().attempt(), now().until());
    command.setAskSequence(ask.getAskSequence());
    command.setWaitMillis(Script.WAIT_MILLIS);
    command.setReason(now().about());
    if (now().trial() >= 0) {
      Map<String, Object> values = new HashMap<>(now().parameters());
      values.put("x", Script.x(now().trial()));
      command.setConfiguration(new Configuration(values, Map.of()));
      command.setFromResource(now().from());
      command.setCheckpoint(now().from() > 0 ? checkpoints.get(now().trial()) : null);
      inForce.put(now().trial(), command);
      witness.granted(now(), command);
      live = true;
    }
    answer = Optional.of(command);
  }

  void on(TrialEvent event, long time) {
    Command force = inForce.get(event.getTrial());
    if (force == null) {
      return;
    }
    if (event.getAttempt() < force.getAttempt()) {
      Command fence = command(CommandKind.STOP, event.getTrial(), event.getAttempt(), 0);
      fence.setId("fence-" + event.getTrial() + "-" + event.getAttempt());
      out.send(fence);
      witness.endSaid(event.getTrial(), event.getAttempt(), time);
      return;
    }
    if (event.getCheckpoint() != null) {
      checkpoints.put(event.getTrial(), event.getCheckpoint());
    }
    if (event.getKind() == TrialEventKind.ENDED && event.getTrial() == now().trial()) {
      live = false;
      return;
    }
    if (event.getKind() != TrialEventKind.METRICS || !move(event, time)) {
      remind(event, time);
    }
  }

  /** The command in force again, when the client may have missed it. */
  private void remind(TrialEvent event, long time) {
    Command force = inForce.get(event.getTrial());
    boolean ended = !live || event.getTrial() != now().trial();
    if (ended || !event.getCommandSeen().equals(force.getId())) {
      out.send(force);
      if (ended) {
        witness.endSaid(event.getTrial(), event.getAttempt(), time);
      }
    }
  }

  /** Makes the script's move at this resource; returns whether it answers the report. */
  private boolean move(TrialEvent event, long time) {
    if (event.getTrial() != now().trial() || !live) {
      return false;
    }
    for (Move move : now().moves()) {
      if (move.at() == event.getResource() && moved.add(turn + "@" + move.at())) {
        act(move, event, time);
        return true;
      }
    }
    return false;
  }

  private void act(Move move, TrialEvent event, long time) {
    int trial = event.getTrial();
    int attempt = event.getAttempt();
    switch (move.action()) {
      case CONTINUE -> {
        until = move.until();
        Command goOn = command(CommandKind.CONTINUE, trial, attempt, move.until());
        inForce.put(trial, goOn);
        witness.extended(goOn);
        out.send(goOn);
      }
      case PAUSE, STOP, COMPLETE -> {
        live = false;
        Command end = command(CommandKind.valueOf(move.action().name()), trial, attempt, 0);
        inForce.put(trial, end);
        out.send(end);
        witness.endSaid(trial, attempt, time);
      }
      case ROLLED_BACK_STOP -> out.sendRolledBack(command(CommandKind.STOP, trial, attempt, 0));
      case STOP_OF_ANOTHER -> {
        Command another = command(CommandKind.STOP, trial, attempt, 0);
        another.setIncarnation(new UUID(0, 1));
        out.send(another);
        out.send(command(CommandKind.STOP, trial, attempt - 1, 0));
      }
      case GRANT_TO_ANOTHER -> {
        live = false;
        Command elsewhere = command(CommandKind.CONTINUE, trial, attempt + 1, Script.FAR);
        elsewhere.setWorker("somebody-else");
        elsewhere.setAskSequence(1);
        elsewhere.setConfiguration(new Configuration(Map.of("x", Script.x(trial)), Map.of()));
        inForce.put(trial, elsewhere);
        out.send(elsewhere);
        witness.endSaid(trial, attempt, time);
      }
      default -> throw new IllegalStateException("no such move: " + move);
    }
  }

  private ScriptedTurn now() {
    return turns.get(turn);
  }

  private Command command(CommandKind kind, int trial, int attempt, long untilResource) {
    WorkRequest to = client.orElseThrow();
    return new Command(
        study,
        incarnation,
        "c" + ids++,
        kind,
        to.getWorker(),
        to.getSlot(),
        -1L,
        trial,
        attempt,
        0L,
        untilResource,
        null,
        null,
        0L,
        Script.LEASE_MILLIS,
        "the script says so",
        Instant.now(),
        null);
  }
}
