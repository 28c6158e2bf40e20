package io.flexhb.core.study.rule;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.state.Bracket;
import java.util.stream.IntStream;

/**
 * Decides which trials are promoted from a rung, and when: one type for each {@link
 * io.flexhb.core.spec.Method.Promotion}, without state of its own. {@code RungUpdates} keeps the
 * state that the decisions use.
 */
public interface PromotionRule {

  /** The rule of a study. */
  static PromotionRule of(StudySpec spec) {
    return switch (spec.method().promotion()) {
      case SH -> RungPromotion.SUCCESSIVE_HALVING;
      case GLOSH -> RungPromotion.GLOBAL;
      case ASHA -> AsynchronousPromotion.INSTANCE;
    };
  }

  /** A live trial has its value at a rung below the largest resource. */
  RuleResult arrived(RuleContext study, int trial);

  /** The trial stays at its rung for now. */
  RuleResult pause(RuleContext study, int trial);

  /** This many workers are free: promotes trials that need not wait for others. */
  RuleResult workersFree(RuleContext study, int workers);

  /** The bracket's current rung waits for no trial any more. */
  RuleResult complete(RuleContext study, Bracket bracket);

  /** Whether a trial outside the open brackets is in training, or can be. */
  boolean goesOn(RuleContext study);

  /** Numbers that include all trials that may still continue. */
  IntStream mayGoOn(RuleContext study);

  /** Resource units that an open bracket will take in addition to granted and promised ones. */
  long planned(Bracket bracket);
}
