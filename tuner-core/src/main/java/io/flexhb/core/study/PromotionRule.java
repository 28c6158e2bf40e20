package io.flexhb.core.study;

import io.flexhb.core.spec.StudySpec;
import java.util.stream.IntStream;

/**
 * Which trials go on from a rung, and when: one type for each {@link
 * io.flexhb.core.spec.Method.Promotion}, without state of its own. The first group of methods
 * decides, the second keeps the state that the decisions are made from.
 */
interface PromotionRule {

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

  /** A new trial takes a slot of the bracket's first rung. */
  Bracket joined(Bracket bracket, int trial);

  /** An awaited trial has its value at its rung. */
  void recorded(StudyState.Draft draft, Bracket bracket, Trial trial);

  /**
   * A trial goes on.
   *
   * @param trial as it was before
   * @param rung it goes on to
   * @param arrived whether it has its value there already
   */
  void promoted(StudyState.Draft draft, Bracket bracket, Trial trial, int rung, boolean arrived);

  /** A trainer ended by itself: its trial has its rank, and does not go on. */
  void converged(StudyState.Draft draft, Bracket bracket, Trial trial);

  /** A trial ended on its way to its rung, which waits for it no more. */
  void ended(StudyState.Draft draft, Bracket bracket);
}
