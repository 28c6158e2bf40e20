package io.flexhb.core.study.state;

import io.flexhb.core.schedule.AsynchronousRung;
import io.flexhb.core.spec.StudySpec;
import io.vavr.collection.TreeMap;
import java.util.function.IntFunction;

/**
 * The rungs of a running study with asynchronous promotion; empty for any other study, and after
 * its final end. Brackets with the same start level share their rungs. The largest resource has no
 * rung, because no trial is promoted from there.
 */
public record AsynchronousRungs(TreeMap<Key, AsynchronousRung> byKey) {

  static final AsynchronousRungs EMPTY = new AsynchronousRungs(TreeMap.empty());

  /**
   * Identifies a rung, in the order of promotion, from the highest level down.
   *
   * @param level absolute resource of the rung
   * @param startLevel where its brackets start
   */
  public record Key(long level, long startLevel) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byLevel = Long.compare(other.level, level);
      return byLevel != 0 ? byLevel : Long.compare(startLevel, other.startLevel);
    }
  }

  /** The rungs of the state with these trials; see {@link Restoration}. */
  static AsynchronousRungs of(
      StudySpec spec, StudyStatus status, Iterable<Trial> trials, IntFunction<Bracket> brackets) {
    AsynchronousRungs rungs = EMPTY;
    if (!spec.isAsynchronous() || status.isFinal()) {
      return rungs;
    }
    for (Trial trial : trials) {
      Bracket bracket = brackets.apply(trial.bracket());
      for (int rung = 0; rung < trial.rung(); rung++) {
        rungs = rungs.arrived(bracket, rung, trial).promoted(bracket, rung, trial);
      }
      if (trial.status() == TrialStatus.PAUSED) {
        rungs = rungs.arrived(bracket, trial.rung(), trial);
      }
      if (trial.status() == TrialStatus.COMPLETED && !bracket.isLast(trial.rung())) {
        // Its trainer converged.
        rungs = rungs.arrived(bracket, trial.rung(), trial).promoted(bracket, trial.rung(), trial);
      }
    }
    return rungs;
  }

  /** The trial has its value at this rung of its bracket. */
  AsynchronousRungs arrived(Bracket bracket, int rung, Trial trial) {
    return bracket.isLast(rung)
        ? this
        : with(key(bracket, rung), at(bracket, rung).arrived(trial.rankedAt(level(bracket, rung))));
  }

  /** The trial is promoted from this rung of its bracket. */
  AsynchronousRungs promoted(Bracket bracket, int rung, Trial trial) {
    return with(
        key(bracket, rung), at(bracket, rung).promoted(trial.rankedAt(level(bracket, rung))));
  }

  /** This rung, shared by all brackets with the same start; empty when no trial has arrived. */
  public AsynchronousRung at(Bracket bracket, int rung) {
    return byKey.getOrElse(key(bracket, rung), AsynchronousRung.EMPTY);
  }

  private AsynchronousRungs with(Key key, AsynchronousRung rung) {
    return new AsynchronousRungs(byKey.put(key, rung));
  }

  private static Key key(Bracket bracket, int rung) {
    return new Key(level(bracket, rung), bracket.plan().startLevel());
  }

  private static long level(Bracket bracket, int rung) {
    return bracket.plan().rungs().get(rung).resource();
  }
}
