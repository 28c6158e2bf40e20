package io.flexhb.core.study.state;

import io.flexhb.core.schedule.MedianStoppingRule;
import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.RankedSet;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.vavr.collection.TreeMap;
import java.util.List;

/**
 * For each level, the running means of all completed trials up to it, kept in order so that a
 * report finds their median without visiting every trial. Empty unless the study uses median
 * stopping. The largest resource has none, because nothing is stopped there.
 */
public record RunningMeans(TreeMap<Long, RankedSet> byLevel) {

  static final RunningMeans NONE = new RunningMeans(TreeMap.empty());

  /** Adds the means of a completed trial. */
  RunningMeans with(StudySpec spec, Trial completed) {
    if (spec.method().stopping() != Method.Stopping.MEDIAN) {
      return this;
    }
    List<Double> values = completed.levels().stream().map(LevelValue::value).toList();
    TreeMap<Long, RankedSet> next = byLevel;
    for (int i = 0; i < values.size() - 1; i++) {
      long level = completed.levels().get(i).level();
      double mean = MedianStoppingRule.runningMean(values, i + 1);
      next = next.put(level, at(level).with(new Ranked(mean, completed.number())));
    }
    return new RunningMeans(next);
  }

  /** The running means at a level, ranked; empty when no completed trial has one there. */
  public RankedSet at(long level) {
    return byLevel.getOrElse(level, RankedSet.EMPTY);
  }
}
