package io.flexhb.core.study;

import io.flexhb.core.spec.StudySpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * One decision in the making, and the only place where what rules found is applied: each rule sees
 * what the ones before it led to. Belongs to one call of {@link StudyEngine#decide}.
 */
final class Deliberation implements RuleContext {
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

  /** Follows the rule, and before any other rule those that its result names. */
  void follow(Rule rule) {
    Deque<Rule> agenda = new ArrayDeque<>();
    agenda.push(rule);
    while (!agenda.isEmpty()) {
      RuleResult result = agenda.pop().decide(this);
      apply(result);
      List<Rule> next = result.next();
      for (int i = next.size() - 1; i >= 0; i--) {
        agenda.push(next.get(i));
      }
    }
  }

  private void apply(RuleResult result) {
    for (Fact fact : result.facts()) {
      fact.accept(evolution);
      stale = true;
    }
    facts.addAll(result.facts());
    commands.addAll(result.commands());
    reasons.addAll(result.reasons());
    newCommands += result.newCommands();
    if (rejection.isEmpty()) {
      rejection = result.rejection();
    }
  }

  int factCount() {
    return facts.size();
  }

  @Override
  public StudyState state() {
    if (stale) {
      state = draft.done();
      stale = false;
    }
    return state;
  }

  @Override
  public StudySpec spec() {
    return draft.spec;
  }

  @Override
  public long time() {
    return time;
  }

  @Override
  public Trial trial(int number) {
    return draft.trials.get(number);
  }

  @Override
  public Bracket bracket(int number) {
    return draft.brackets.get(number);
  }

  @Override
  public long remainingBudget() {
    return draft.budget.remaining(draft.spec.limits());
  }

  @Override
  public Optional<Rejection> rejection() {
    return rejection;
  }

  @Override
  public boolean sends(Command command) {
    return commands.contains(command);
  }

  @Override
  public ResultBuilder result() {
    // A decision changes neither incarnation nor sequence: those of an older state will do.
    return new ResultBuilder(
        new Commands(state.incarnation(), state.sequence() + 1, draft.spec, newCommands));
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
}
