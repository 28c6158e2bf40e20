package io.flexhb.core.study.state;

import io.flexhb.core.space.Configuration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * A configuration that was measured earlier elsewhere: data for models and rank correlations, not a
 * trial. It exists only once, whichever imports have it, and the first value at a level counts.
 *
 * @param number in the order of arrival, from 0
 * @param levels measured values, ascending by level
 * @param failedAt the level from which on it counts as failed
 */
public record ImportedConfiguration(
    int number, Configuration configuration, List<LevelValue> levels, OptionalLong failedAt) {

  public ImportedConfiguration {
    levels = List.copyOf(levels);
  }

  /**
   * Its number in data that are kept by trial number: below those of all trials, so that it counts
   * as older than any trial.
   */
  public int dataNumber() {
    return Integer.MIN_VALUE + number;
  }

  public boolean isMeasuredAt(long level) {
    return levels.stream().anyMatch(value -> value.level() == level);
  }

  /** Adds the data of another row at levels that have no value yet. */
  ImportedConfiguration with(List<LevelValue> added, OptionalLong failed) {
    List<LevelValue> all = new ArrayList<>(levels);
    all.addAll(added);
    all.sort(Comparator.comparingLong(LevelValue::level));
    return new ImportedConfiguration(number, configuration, all, lower(failedAt, failed));
  }

  /** The lower of two levels, or the one that is present; empty when neither is. */
  public static OptionalLong lower(OptionalLong one, OptionalLong other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isPresent() ? one : other;
    }
    return OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
  }
}
