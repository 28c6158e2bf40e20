package io.flexhb.core.study.decision;

import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.state.Fact;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds the result of one rule. It stays within the rule, which returns {@link #done}. */
public final class ResultBuilder {
  private final Commands create;
  private List<Fact> facts = List.of();
  private List<Command> commands = List.of();
  private List<Reason> reasons = List.of();
  private Optional<Rejection> rejection = Optional.empty();

  /**
   * @param create creates the rule's commands
   */
  ResultBuilder(Commands create) {
    this.create = create;
  }

  /** Creates commands; {@link #send} sends them. */
  public Commands create() {
    return create;
  }

  public ResultBuilder fact(Fact fact) {
    facts = facts.isEmpty() ? new ArrayList<>() : facts;
    facts.add(fact);
    return this;
  }

  public ResultBuilder send(Command command) {
    commands = commands.isEmpty() ? new ArrayList<>() : commands;
    commands.add(command);
    return this;
  }

  public ResultBuilder send(Optional<? extends Command> command) {
    command.ifPresent(this::send);
    return this;
  }

  /**
   * Adds a reason to the decision.
   *
   * @param namesAndValues the name of each value, followed by the value
   */
  public ResultBuilder because(String rule, int trial, String text, String... namesAndValues) {
    SortedMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return because(rule, trial, text, values);
  }

  /**
   * @param values not modified afterwards
   */
  public ResultBuilder because(
      String rule, int trial, String text, SortedMap<String, String> values) {
    reasons = reasons.isEmpty() ? new ArrayList<>() : reasons;
    reasons.add(new Reason(rule, trial, text, Collections.unmodifiableSortedMap(values)));
    return this;
  }

  /** Rejects the event. The first rejection counts; later ones are ignored. */
  public ResultBuilder reject(Rejection.Kind kind, String message) {
    if (rejection.isEmpty()) {
      rejection = Optional.of(new Rejection(kind, message));
    }
    return this;
  }

  public RuleResult done() {
    return new RuleResult(facts, commands, reasons, rejection, create.created(), List.of());
  }
}
