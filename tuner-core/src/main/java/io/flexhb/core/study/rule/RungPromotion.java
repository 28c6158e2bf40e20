package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.stream.IntStream;

/** Trials wait until their rung is complete (FlexHB, GloSH; Jamieson and Talwalkar 2016). */
enum RungPromotion implements PromotionRule {
  SUCCESSIVE_HALVING,
  GLOBAL;

  @Override
  public RuleResult arrived(RuleContext study, int trial) {
    return RungDecisions.settle(study).then(after -> answer(after, trial));
  }

  /** Lets a promoted trial continue, or pauses the trial until the rung is complete. */
  private RuleResult answer(RuleContext study, int number) {
    Trial trial = study.trial(number);
    if (trial.status() != TrialStatus.RUNNING) {
      return RuleResult.NOTHING;
    }
    return trial.valueAt(study.bracket(trial.bracket()).level()).isPresent()
        ? pause(study, number)
        : Grants.goOn(study, trial);
  }

  @Override
  public RuleResult pause(RuleContext study, int number) {
    Trial trial = study.trial(number);
    Bracket bracket = study.bracket(trial.bracket());
    String reason =
        Text.of(
            "paused at resource %s: %s",
            study.spec().shown(bracket.level()),
            study.state().status() == StudyStatus.PAUSED
                ? "the study is paused"
                : Text.of(
                    "rung %d of bracket %d waits for %d more trial(s)",
                    bracket.rung(), bracket.number(), bracket.waiting() + bracket.freeSlots()));
    ResultBuilder found = study.result();
    Command.Ending command = found.create().pause(trial, reason);
    return found.fact(new Fact.Paused(number, command)).send(command).done();
  }

  @Override
  public RuleResult workersFree(RuleContext study, int workers) {
    return RuleResult.NOTHING;
  }

  @Override
  public RuleResult complete(RuleContext study, Bracket bracket) {
    return bracket.isLastRung()
        ? RungDecisions.close(study, bracket.number(), "all its trials are done")
        : RungDecisions.decide(study, bracket);
  }

  @Override
  public boolean goesOn(RuleContext study) {
    return false;
  }

  @Override
  public IntStream mayGoOn(RuleContext study) {
    IntStream.Builder members = IntStream.builder();
    for (int number : study.state().open()) {
      study.bracket(number).members().forEach(members::add);
    }
    return members.build();
  }

  @Override
  public long planned(Bracket bracket) {
    return bracket.plan().costAfter(bracket.rung());
  }
}
