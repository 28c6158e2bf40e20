package io.flexhb.emitter.protocol;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The tuner's side of the protocol for one small study: three trials, rungs at 1, 3 and 9, of which
 * trial 0 always wins; once it passed rung 3, trial 1 is revived, and stopped at 3. It follows the
 * rules of the protocol for lost, duplicated and late messages, but has no leases. Thread-safe.
 */
public final class FakeTuner {

  private static final int TRIALS = 3;

  private final Consumer<Command> commands;
  private final Map<SlotAddress, Ask> asks = new LinkedHashMap<>();
  private final Map<Integer, Trial> trials = new TreeMap<>();
  private final Queue<Command> goingOn = new ArrayDeque<>();
  private final List<String> journal = new ArrayList<>();
  private int started;
  private int ids;

  /** The newest ask of a slot and its answer. */
  private record Ask(long sequence, Command answer) {}

  private static final class Trial {
    private int attempt;
    private boolean live;
    private SlotAddress slot;
    private Command inForce;
    private final Map<Long, Double> values = new TreeMap<>();
  }

  public FakeTuner(Consumer<Command> commands) {
    this.commands = commands;
  }

  /** One line for each decision and first value. */
  public synchronized List<String> journal() {
    return List.copyOf(journal);
  }

  /** Resources with a value of a trial. */
  public synchronized List<Long> resources(int trial) {
    return List.copyOf(trials.get(trial).values.keySet());
  }

  public synchronized void on(WorkRequest request) {
    SlotAddress slot = new SlotAddress(request.getStudy(), request.getWorker(), request.getSlot());
    Ask newest = asks.getOrDefault(slot, new Ask(-1, new Command()));
    if (request.getAskSequence() == newest.sequence()) {
      commands.accept(newest.answer());
    } else if (request.getAskSequence() > newest.sequence()) {
      loseAttemptIn(slot);
      answer(slot, request.getAskSequence());
    }
  }

  public synchronized void on(TrialEvent event) {
    Trial trial = trials.get(event.getTrial());
    if (event.getAttempt() < trial.attempt) {
      commands.accept(
          Commands.decision(
              CommandKind.STOP,
              "zombie-" + event.getTrial() + "-" + event.getAttempt(),
              event.getTrial(),
              event.getAttempt()));
      return;
    }
    if (event.getKind() == TrialEventKind.METRICS
        && trial.values.putIfAbsent(event.getResource(), event.getValues().get("error").getValue())
            == null) {
      journal.add("value " + event.getTrial() + "@" + event.getResource());
      if (trial.live && event.getResource() == trial.inForce.getUntilResource()) {
        boundary(event.getTrial(), event.getResource());
        return;
      }
    }
    if (!event.getCommandSeen().equals(trial.inForce.getId())) {
      commands.accept(trial.inForce);
    } else if (!trial.live) {
      commands.accept(trial.inForce);
    }
  }

  private void boundary(int number, long resource) {
    if (number == 0 && resource == 3) {
      Command goOn = Commands.goOn(id(), 0, trials.get(0).attempt, 9);
      decide(0, goOn);
      promote(CommandKind.REVIVE, 1, 1, 3);
    } else if (number == 0 && resource == 9) {
      end(0, CommandKind.COMPLETE);
    } else if (number == 1 && resource == 3) {
      end(1, CommandKind.STOP);
    } else if (isRungComplete()) {
      end(number, number == 0 ? CommandKind.PAUSE : CommandKind.STOP);
      promote(CommandKind.CONTINUE, 0, 1, 3);
    } else {
      end(number, CommandKind.PAUSE);
    }
    if (isOver()) {
      parked().forEach(slot -> answer(slot, asks.get(slot).sequence()));
    }
  }

  private boolean isRungComplete() {
    return trials.size() == TRIALS
        && trials.values().stream().allMatch(trial -> trial.values.containsKey(1L));
  }

  private boolean isOver() {
    return trials.size() == TRIALS
        && trials.get(0).values.containsKey(9L)
        && trials.get(1).values.containsKey(3L);
  }

  private void end(int number, CommandKind kind) {
    Trial trial = trials.get(number);
    trial.live = false;
    decide(number, Commands.decision(kind, id(), number, trial.attempt));
  }

  private void decide(int number, Command command) {
    trials.get(number).inForce = command;
    journal.add(command.getKind() + " " + number + "#" + command.getAttempt());
    commands.accept(command);
  }

  /** Queues a grant; a parked slot gets it at once, preferably the one that holds the trial. */
  private void promote(CommandKind kind, int number, long from, long until) {
    goingOn.add(
        Commands.resumed(
            kind, id(), new SlotAddress("toy", "nobody", 0), 0, number, 0, from, until));
    parked().stream()
        .min((a, b) -> Boolean.compare(!wasIn(number, a), !wasIn(number, b)))
        .ifPresent(slot -> answer(slot, asks.get(slot).sequence()));
  }

  private boolean wasIn(int number, SlotAddress slot) {
    return slot.equals(trials.get(number).slot);
  }

  private List<SlotAddress> parked() {
    return asks.entrySet().stream()
        .filter(entry -> entry.getValue().answer().getKind() == CommandKind.WAIT)
        .map(Map.Entry::getKey)
        .toList();
  }

  private void answer(SlotAddress slot, long sequence) {
    Command answer;
    if (!goingOn.isEmpty()) {
      Command queued = goingOn.remove();
      answer =
          grant(
              slot,
              Commands.resumed(
                  queued.getKind(),
                  queued.getId(),
                  slot,
                  sequence,
                  queued.getTrial(),
                  trials.get(queued.getTrial()).attempt + 1,
                  queued.getFromResource(),
                  queued.getUntilResource()));
    } else if (started < TRIALS) {
      trials.put(started, new Trial());
      answer = grant(slot, Commands.grant(CommandKind.START, id(), slot, sequence, started++, 1));
    } else {
      answer =
          Commands.answer(isOver() ? CommandKind.RELEASE : CommandKind.WAIT, id(), slot, sequence);
    }
    asks.put(slot, new Ask(sequence, answer));
    commands.accept(answer);
  }

  private Command grant(SlotAddress slot, Command grant) {
    Trial trial = trials.get(grant.getTrial());
    trial.attempt = grant.getAttempt();
    trial.live = true;
    trial.slot = slot;
    trial.inForce = grant;
    journal.add(
        String.format(
            "%s %d#%d to %s, %d to %d",
            grant.getKind(),
            grant.getTrial(),
            grant.getAttempt(),
            slot.worker(),
            grant.getFromResource(),
            grant.getUntilResource()));
    return grant;
  }

  /** A new ask says that the slot trains nothing. */
  private void loseAttemptIn(SlotAddress slot) {
    new HashMap<>(trials)
        .forEach(
            (number, trial) -> {
              if (trial.live && slot.equals(trial.slot)) {
                trial.live = false;
                journal.add("lost " + number + "#" + trial.attempt);
                goingOn.add(trial.inForce);
              }
            });
  }

  private String id() {
    return "c" + ids++;
  }
}
