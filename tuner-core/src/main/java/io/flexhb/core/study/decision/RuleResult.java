package io.flexhb.core.study.decision;

import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.state.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a rule found. It changes nothing: {@link DecisionBuilder} applies it.
 *
 * @param facts changes, in order
 * @param commands to be sent, in order
 * @param reasons why, for the journal
 * @param rejection set when the event, or a part of it, had no effect; the first of a decision
 *     counts
 * @param newCommands how many command ids were taken
 * @param next rules to follow, in order, each with the study as the facts so far leave it
 */
public record RuleResult(
    List<Fact> facts,
    List<Command> commands,
    List<Reason> reasons,
    Optional<Rejection> rejection,
    int newCommands,
    List<Rule> next) {

  public static final RuleResult NOTHING =
      new RuleResult(List.of(), List.of(), List.of(), Optional.empty(), 0, List.of());

  /** Only that something had no effect. */
  public static RuleResult rejected(Rejection.Kind kind, String message) {
    return new RuleResult(
        List.of(), List.of(), List.of(), Optional.of(new Rejection(kind, message)), 0, List.of());
  }

  /** This, and then what the rule finds in the study as this leaves it. */
  public RuleResult then(Rule rule) {
    return thenEach(List.of(rule));
  }

  /** This, and then what each of the rules finds after the one before it. */
  public RuleResult thenEach(List<Rule> rules) {
    List<Rule> all = rules;
    if (!next.isEmpty()) {
      all = new ArrayList<>(next);
      all.addAll(rules);
    }
    return new RuleResult(facts, commands, reasons, rejection, newCommands, all);
  }
}
