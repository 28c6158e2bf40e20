package io.flexhb.core.study;

import io.flexhb.core.fidelity.ResourceLadder;
import io.vavr.collection.TreeMap;

/** Which trials have a measured value at each bracket start level: what tau is computed from. */
public record MeasuredTrials(TreeMap<Long, TrialSet> byLevel) {

  static final MeasuredTrials NONE = new MeasuredTrials(TreeMap.empty());

  public TrialSet at(long level) {
    return byLevel.getOrElse(level, TrialSet.EMPTY);
  }

  /** With the trial's values at the bracket start levels. */
  MeasuredTrials with(ResourceLadder ladder, int trial, Iterable<LevelValue> values) {
    TreeMap<Long, TrialSet> grown = byLevel;
    for (LevelValue value : values) {
      if (value.measured() && ladder.rungLevels().contains(value.level())) {
        grown = grown.put(value.level(), at(value.level()).with(trial));
      }
    }
    return new MeasuredTrials(grown);
  }
}
