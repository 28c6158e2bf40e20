package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.state.AsynchronousRungs;
import io.flexhb.core.study.state.Bracket;
import java.util.stream.IntStream;

/**
 * Trials do not wait for rungs (Li et al. 2020): {@link Asha} decides, {@link AsynchronousRungs}
 * counts.
 */
enum AsynchronousPromotion implements PromotionRule {
  INSTANCE;

  @Override
  public RuleResult arrived(RuleContext study, int trial) {
    return Asha.arrived(study, trial);
  }

  @Override
  public RuleResult pause(RuleContext study, int trial) {
    return Asha.pause(study, trial);
  }

  @Override
  public RuleResult workersFree(RuleContext study, int workers) {
    return Asha.promote(study, workers);
  }

  @Override
  public RuleResult complete(RuleContext study, Bracket bracket) {
    return RungDecisions.close(study, bracket.number(), "all its trials are created");
  }

  @Override
  public boolean goesOn(RuleContext study) {
    return Asha.goesOn(study);
  }

  /** Open brackets do not know their trials, so all are visited; this happens once per study. */
  @Override
  public IntStream mayGoOn(RuleContext study) {
    return IntStream.range(0, study.state().trials().size());
  }

  /** The number of promoted trials is not known. */
  @Override
  public long planned(Bracket bracket) {
    return 0;
  }
}
