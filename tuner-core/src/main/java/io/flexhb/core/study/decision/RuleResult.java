package io.flexhb.core.study.decision;

import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.state.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of a rule. It changes nothing: {@link DecisionBuilder} applies it.
 *
 * @param facts changes, in order
 * @param commands to send, in order
 * @param reasons the reasons, for the journal
 * @param rejection set when the event, or a part of it, had no effect; the first of a decision
 *     counts
 * @param newCommands number of command ids used
 * @param next rules to follow, in order, each with the study after the facts so far
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

  /** A result that only rejects. */
  public static RuleResult rejected(Rejection.Kind kind, String message) {
    return new RuleResult(
        List.of(), List.of(), List.of(), Optional.of(new Rejection(kind, message)), 0, List.of());
  }

  /** This result, and then that of the rule on the study after this one. */
  public RuleResult then(Rule rule) {
    return thenEach(List.of(rule));
  }

  /** This result, and then that of each rule, one after the other. */
  public RuleResult thenEach(List<Rule> rules) {
    List<Rule> all = rules;
    if (!next.isEmpty()) {
      all = new ArrayList<>(next);
      all.addAll(rules);
    }
    return new RuleResult(facts, commands, reasons, rejection, newCommands, all);
  }
}
