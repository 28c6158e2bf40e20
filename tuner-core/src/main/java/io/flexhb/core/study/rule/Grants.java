package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SuspendedTrial;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;
import java.util.OptionalLong;

/** Grants training up to the next rung. */
final class Grants {

  private Grants() {}

  /**
   * Grants a pending trial to a parked slot. When the grant no longer fits into the budget, because
   * the trial would have to start again from 0, the trial fails instead.
   */
  static RuleResult give(RuleContext study, Slot slot, Trial trial) {
    long until = study.rungLevelOf(trial);
    Start start = startOf(slot, trial, until);
    long cost = until - start.resource();
    long affordable = study.remainingBudget();
    if (affordable != Long.MAX_VALUE && cost > affordable + trial.promised()) {
      return fail(
          study,
          trial,
          Text.of(
              "it would have to be trained from %s to %s, and the budget has %s left",
              study.spec().shown(start.resource()),
              study.spec().shown(until),
              study.spec().shown(Math.max(0, affordable + trial.promised()))));
    }
    Command.GrantKind kind =
        trial.wasStopped()
            ? Command.GrantKind.REVIVE
            : trial.levels().isEmpty() && start.resource() == 0
                ? Command.GrantKind.START
                : Command.GrantKind.CONTINUE;
    ResultBuilder found = study.result();
    Command.Grant command =
        found
            .create()
            .grant(
                kind,
                slot.id(),
                OptionalLong.of(slot.askSequence()),
                trial,
                trial.attempt() + 1,
                start.resource(),
                until,
                start.checkpoint(),
                trial.reason());
    return found
        .fact(new Fact.Granted(trial.number(), command))
        .send(command)
        .because(
            "grant",
            trial.number(),
            Text.of(
                "%s to %s, from %s until %s: %s",
                kind,
                slot.id(),
                study.spec().shown(start.resource()),
                study.spec().shown(until),
                trial.reason()),
            "attempt",
            Integer.toString(command.attempt()),
            "bracket",
            Integer.toString(trial.bracket()),
            "rung",
            Integer.toString(trial.rung()))
        .done();
  }

  /** Lets a live attempt continue to the next rung without a break. */
  static RuleResult goOn(RuleContext study, Trial trial) {
    long until = study.rungLevelOf(trial);
    long from = until - trial.promised();
    ResultBuilder found = study.result();
    Command.Grant command =
        found
            .create()
            .grant(
                Command.GrantKind.CONTINUE,
                trial.slot().orElseThrow(),
                OptionalLong.empty(),
                trial,
                trial.attempt(),
                from,
                until,
                Optional.empty(),
                trial.reason());
    return found.fact(new Fact.Granted(trial.number(), command)).send(command).done();
  }

  private record Start(long resource, Optional<Checkpoint> checkpoint) {}

  /**
   * The start: the suspended process in the slot, otherwise the checkpoint, otherwise the
   * beginning.
   */
  private static Start startOf(Slot slot, Trial trial, long until) {
    Optional<Checkpoint> checkpoint = trial.checkpointBelow(until);
    long saved = checkpoint.map(Checkpoint::resource).orElse(0L);
    long held =
        slot.holding().stream()
            .filter(h -> h.trial() == trial.number() && h.resource() < until)
            .mapToLong(SuspendedTrial::resource)
            .max()
            .orElse(0);
    return new Start(Math.max(saved, held), checkpoint);
  }

  private static RuleResult fail(RuleContext study, Trial trial, String reason) {
    return study
        .result()
        .fact(
            new Fact.Failed(
                trial.number(), Fact.Blame.NONE, reason, OptionalLong.empty(), 0, Optional.empty()))
        .because("budget", trial.number(), reason)
        .done();
  }
}
