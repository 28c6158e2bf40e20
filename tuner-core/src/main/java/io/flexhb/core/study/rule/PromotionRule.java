package io.flexhb.core.study.rule;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.RungUpdates;
import java.util.stream.IntStream;

/**
 * Which trials go on from a rung, and when: one type for each {@link
 * io.flexhb.core.spec.Method.Promotion}, without state of its own. {@link RungUpdates} keeps the
 * state that the decisions are made from.
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

  /** So many workers are free: trials that need not wait for others go on. */
  RuleResult workersFree(RuleContext study, int workers);

  /** Nobody is awaited at the bracket's current rung any more. */
  RuleResult complete(RuleContext study, Bracket bracket);

  /** Whether a trial outside of the open brackets is trained, or may be. */
  boolean goesOn(RuleContext study);

  /** Numbers of all trials that may still go on, among others. */
  IntStream mayGoOn(RuleContext study);

  /** Resource units that an open bracket will take beside what is granted and promised. */
  long planned(Bracket bracket);
}
