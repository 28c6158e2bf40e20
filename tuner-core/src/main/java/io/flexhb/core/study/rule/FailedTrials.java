package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;
import java.util.OptionalLong;

/** What the failure of a trial leads to: it gets no further attempt, and its checkpoint may go. */
final class FailedTrials {

  private FailedTrials() {}

  /**
   * Fails the trial for good.
   *
   * @param level from which on it counts as failed for the models; empty when its configuration is
   *     not at fault
   * @param reached resource up to which it was trained, absolute
   */
  static RuleResult fail(
      RuleContext study,
      Trial trial,
      Fact.Blame blame,
      String reason,
      OptionalLong level,
      long reached) {
    ResultBuilder found = study.result();
    Optional<Command.Ending> command =
        trial.isLive() ? Optional.of(found.create().stop(trial, reason)) : Optional.empty();
    long refund = trial.unusedResource(reached);
    return found
        .fact(new Fact.Failed(trial.number(), blame, reason, level, refund, command))
        .send(command)
        .send(found.create().discardCheckpoint(trial, reason))
        .because("failure", trial.number(), reason)
        .done();
  }
}
