package io.flexhb.core.study.decision;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.Evolution;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Builds one decision, and is the only place where the results of rules are applied: each rule sees
 * the effects of those before it. Belongs to one call of {@code StudyEngine.decide}.
 */
public final class DecisionBuilder implements RuleContext {
  private final long time;
  private final List<Fact> facts = new ArrayList<>();
  private final List<Command> commands = new ArrayList<>();
  private final List<Reason> reasons = new ArrayList<>();
  private Optional<Rejection> rejection = Optional.empty();
  private final Evolution evolution;
  private StudyState state;
  private boolean stale;
  private int newCommands;

  public DecisionBuilder(StudyState state, long time) {
    this.state = state;
    this.evolution = new Evolution(state);
    this.time = time;
  }

  /** Follows the rule, and then the rules that its result names before any other. */
  public void follow(Rule rule) {
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

  public int factCount() {
    return facts.size();
  }

  @Override
  public StudyState state() {
    if (stale) {
      state = evolution.state();
      stale = false;
    }
    return state;
  }

  @Override
  public StudySpec spec() {
    return evolution.spec();
  }

  @Override
  public long time() {
    return time;
  }

  @Override
  public Trial trial(int number) {
    return evolution.trial(number);
  }

  @Override
  public Bracket bracket(int number) {
    return evolution.bracket(number);
  }

  @Override
  public long remainingBudget() {
    return evolution.remainingBudget();
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
    // A decision changes neither incarnation nor sequence, so those of an older state are valid.
    return new ResultBuilder(
        new Commands(state.incarnation(), state.sequence() + 1, evolution.spec(), newCommands));
  }

  /** The state after the decision; ends the building. */
  public StudyState after() {
    if (facts.isEmpty()) {
      return state;
    }
    return evolution.decided();
  }

  public Decision done() {
    return new Decision(facts, commands, reasons, rejection);
  }
}
