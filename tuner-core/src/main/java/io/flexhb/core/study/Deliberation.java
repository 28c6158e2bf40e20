package io.flexhb.core.study;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One decision in the making: the state as it will be after the facts so far, so that later steps
 * see what earlier ones led to. Belongs to one call of {@link StudyEngine#decide}.
 */
final class Deliberation {
  private final long time;
  private final List<Fact> facts = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final List<Reason> reasons = new ArrayList<>();
  private Optional<Rejection> rejection = Optional.empty();
  private final StudyState.Draft draft;
  private final Evolution evolution;
  private StudyState state;
  private boolean stale;
  private int newCommands;

  Deliberation(StudyState state, long time) {
    this.state = state;
    this.draft = state.draft();
    this.evolution = new Evolution(draft);
    this.time = time;
  }

  StudyState state() {
    if (stale) {
      state = draft.done();
      stale = false;
    }
    return state;
  }

  StudySpec spec() {
    return draft.spec;
  }

  long time() {
    return time;
  }

  Trial trial(int number) {
    return draft.trials.get(number);
  }

  Bracket bracket(int number) {
    return draft.brackets.get(number);
  }

  /** Resource units that may still be promised; the largest long when the study has no budget. */
  long remainingBudget() {
    return draft.budget.remaining(draft.spec.limits());
  }

  int factCount() {
    return facts.size();
  }

  void fact(Fact fact) {
    facts.add(fact);
    fact.accept(evolution);
    stale = true;
  }

  void send(Command command) {
    commands.add(command);
  }

  /**
   * Sends the command in force again to a worker that has not seen it, unless this decision told it
   * anyway.
   */
  void remind(Trial trial, int attempt, String commandSeen) {
    trial
        .inForce()
        .filter(c -> c.attempt() == attempt && !c.id().equals(commandSeen))
        .filter(c -> !commands.contains(c))
        .ifPresent(this::send);
  }

  void because(String rule, int trial, String text, String... namesAndValues) {
    SortedMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    because(rule, trial, text, values);
  }

  /**
   * @param values not changed any more
   */
  void because(String rule, int trial, String text, SortedMap<String, String> values) {
    reasons.add(new Reason(rule, trial, text, Collections.unmodifiableSortedMap(values)));
  }

  void reject(Rejection.Kind kind, String message) {
    if (rejection.isEmpty()) {
      rejection = Optional.of(new Rejection(kind, message));
    }
  }

  /** The state after the decision; ends the deliberation. */
  StudyState after() {
    if (facts.isEmpty()) {
      return state;
    }
    draft.sequence++;
    return draft.done();
  }

  Decision done() {
    return new Decision(facts, commands, reasons, rejection);
  }

  // Commands

  // Incarnation and sequence are those of the state before: they stay through a decision.

  /** Ids are unique within the incarnation: number of the decision, number of the command in it. */
  private String newCommandId() {
    return (state.sequence() + 1) + "." + newCommands++;
  }

  Command grant(
      Command.Kind kind,
      SlotId to,
      long askSequence,
      Trial trial,
      int attempt,
      long from,
      long until,
      Optional<Checkpoint> checkpoint,
      String reason) {
    return new Command(
        newCommandId(),
        state.incarnation(),
        kind,
        Optional.of(to),
        askSequence,
        trial.number(),
        attempt,
        from,
        until,
        Optional.of(trial.configuration()),
        checkpoint,
        0,
        spec().patience().leaseMillis(),
        reason);
  }

  /** PAUSE, STOP, COMPLETE and DISCARD_CHECKPOINT, to whoever had the trial last. */
  Command about(Command.Kind kind, Trial trial, String reason) {
    return new Command(
        newCommandId(),
        state.incarnation(),
        kind,
        trial.slot(),
        -1,
        trial.number(),
        trial.attempt(),
        0,
        0,
        Optional.<Configuration>empty(),
        kind == Command.Kind.DISCARD_CHECKPOINT ? trial.checkpoint() : Optional.empty(),
        0,
        0,
        reason);
  }

  Command waitFor(SlotId slot, long askSequence, String reason) {
    return slotCommand(newCommandId(), Command.Kind.WAIT, slot, askSequence, reason);
  }

  /** The id depends on the ask alone, so that a study that is over need not remember its slots. */
  Command release(SlotId slot, long askSequence) {
    return slotCommand(
        "release:" + slot + ":" + askSequence,
        Command.Kind.RELEASE,
        slot,
        askSequence,
        "study " + spec().study() + " is over: " + draft.statusReason);
  }

  private Command slotCommand(
      String id, Command.Kind kind, SlotId slot, long askSequence, String reason) {
    return new Command(
        id,
        state.incarnation(),
        kind,
        Optional.of(slot),
        askSequence,
        -1,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        kind == Command.Kind.WAIT ? spec().patience().waitMillis() : 0,
        0,
        reason);
  }

  /**
   * Tells a worker that goes on with an attempt that is no more. Always the same id: it may be sent
   * for each report.
   */
  Command fence(AttemptRef attempt, SlotId slot, String reason) {
    return new Command(
        "fence:" + attempt.trial() + ":" + attempt.attempt(),
        attempt.incarnation(),
        Command.Kind.STOP,
        Optional.of(slot),
        -1,
        attempt.trial(),
        attempt.attempt(),
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        0,
        0,
        reason);
  }
}
