package io.flexhb.core.study.state;

import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.Rung;
import io.vavr.collection.Vector;

/**
 * The state of a bracket, immutable.
 *
 * <p>With asynchronous promotion it hands out the slots of its first rung and closes when they are
 * taken; its trials continue through {@link AsynchronousRungs}, and it has no members.
 *
 * @param number from 0, in the order of opening
 * @param place its place in the loop
 * @param source bracket of the original table it is a copy of; equal to {@code place} unless
 *     re-arranged
 * @param rung current rung
 * @param filled slots of the first rung taken so far
 * @param members trials of the current rung, including failed ones, in the order in which they
 *     joined
 * @param waiting members that have neither a value at the current rung nor failed
 */
public record Bracket(
    int number,
    int place,
    int source,
    BracketPlan plan,
    int rung,
    int filled,
    Vector<Integer> members,
    int waiting,
    boolean closed) {

  static Bracket opened(int number, int place, int source, BracketPlan plan) {
    return new Bracket(number, place, source, plan, 0, 0, Vector.empty(), 0, false);
  }

  /** The rung that its members have reached or are trained for. */
  public Rung currentRung() {
    return plan.rungs().get(rung);
  }

  /** Absolute resource of the current rung. */
  public long level() {
    return currentRung().resource();
  }

  /** Whether no trial is promoted from the current rung. */
  public boolean isLastRung() {
    return isLast(rung);
  }

  boolean isLast(int ofRungs) {
    return ofRungs == plan.rungs().size() - 1;
  }

  /** Resource of the rung that a trial of this bracket has reached or is trained for. */
  public long levelOf(Trial trial) {
    return plan.rungs().get(trial.rung()).resource();
  }

  /** Whether a new trial may still join its first rung. */
  public boolean hasFreeSlot() {
    return !closed && rung == 0 && filled < plan.rungs().get(0).n();
  }

  /** Slots of the first rung that no trial has taken. */
  public int freeSlots() {
    return hasFreeSlot() ? plan.rungs().get(0).n() - filled : 0;
  }

  Bracket withNewTrial(int trial) {
    return new Bracket(
        number, place, source, plan, rung, filled + 1, members.append(trial), waiting + 1, closed);
  }

  /** Takes a slot for a new trial for which the bracket does not wait. */
  Bracket withTakenSlot() {
    return new Bracket(number, place, source, plan, rung, filled + 1, members, waiting, closed);
  }

  Bracket withMember(int trial, boolean arrived) {
    return new Bracket(
        number,
        place,
        source,
        plan,
        rung,
        filled,
        members.append(trial),
        arrived ? waiting : waiting + 1,
        closed);
  }

  /** Waits for one member fewer: it has its value, or it failed. */
  Bracket withArrival() {
    return new Bracket(number, place, source, plan, rung, filled, members, waiting - 1, closed);
  }

  Bracket atNextRung() {
    return new Bracket(number, place, source, plan, rung + 1, filled, Vector.empty(), 0, closed);
  }

  Bracket close() {
    return new Bracket(number, place, source, plan, rung, filled, Vector.empty(), 0, true);
  }
}
