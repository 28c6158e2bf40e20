package io.flexhb.core.study.state;

import io.flexhb.core.schedule.MedianStoppingRule;
import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.schedule.RankedSet;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.vavr.collection.TreeMap;
import java.util.List;

/**
 * Of each completed trial the mean of its values up to a level, by level: kept in order so that a
 * report finds their median without looking at every trial. Empty unless the study stops by the
 * median. The largest resource has none, since nothing is stopped there.
 */
public record RunningMeans(TreeMap<Long, RankedSet> byLevel) {

  static final RunningMeans NONE = new RunningMeans(TreeMap.empty());

  /** With those of a trial that is completed. */
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

  public RankedSet at(long level) {
    return byLevel.getOrElse(level, RankedSet.EMPTY);
  }
}
