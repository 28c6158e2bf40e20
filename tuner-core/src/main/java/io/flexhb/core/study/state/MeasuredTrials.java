package io.flexhb.core.study.state;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The measurements at the rung levels: their numbers, and the values from which tau is computed.
 *
 * @param levels ascending, also those without a value
 */
public record MeasuredTrials(List<RungLevel> levels) {

  /**
   * A rung level.
   *
   * @param level absolute resource
   * @param trials number of trials with a measured value there
   * @param withNext values of the trials that also have one at the next rung level
   */
  record RungLevel(long level, int trials, JointValues withNext) {

    RungLevel withOneMore() {
      return new RungLevel(level, trials + 1, withNext);
    }

    RungLevel with(JointValues joint) {
      return new RungLevel(level, trials, joint);
    }
  }

  public MeasuredTrials {
    levels = List.copyOf(levels);
  }

  static MeasuredTrials none(List<Long> rungLevels) {
    return new MeasuredTrials(
        rungLevels.stream().map(level -> new RungLevel(level, 0, JointValues.NONE)).toList());
  }

  /**
   * Number of trials with a measured value at a rung level.
   *
   * @throws IllegalArgumentException when it is not a rung level
   */
  public int trialsAt(long level) {
    return levels.get(indexOf(level)).trials();
  }

  /**
   * Values of the newest trials that have one at a rung level and at the next.
   *
   * @throws IllegalArgumentException when {@code low} is not a rung level
   */
  public JointValues joint(long low) {
    return levels.get(indexOf(low)).withNext();
  }

  private int indexOf(long level) {
    for (int i = 0; i < levels.size(); i++) {
      if (levels.get(i).level() == level) {
        return i;
      }
    }
    throw new IllegalArgumentException(level + " is not a rung level");
  }

  /**
   * Adds new values of a trial; copies and values that are not at a rung level do not count.
   *
   * @param added values the trial did not have
   * @param all values of the trial, with those added
   */
  MeasuredTrials with(int trial, List<LevelValue> added, List<LevelValue> all) {
    List<RungLevel> changed = null;
    for (int i = 0; i < levels.size(); i++) {
      boolean last = i == levels.size() - 1;
      if (measured(added, levels.get(i).level()).isPresent()
          || last && isThere(added, levels.get(i).level())) {
        changed = changed == null ? new ArrayList<>(levels) : changed;
        changed.set(i, changed.get(i).withOneMore());
        join(changed, i - 1, trial, all);
        join(changed, i, trial, all);
      }
    }
    return changed == null ? this : new MeasuredTrials(changed);
  }

  private static void join(List<RungLevel> levels, int lower, int trial, List<LevelValue> values) {
    if (lower < 0 || lower + 1 == levels.size()) {
      return;
    }
    RungLevel low = levels.get(lower);
    OptionalDouble atLow = measured(values, low.level());
    OptionalDouble atHigh = measured(values, levels.get(lower + 1).level());
    if (atLow.isPresent() && atHigh.isPresent()) {
      levels.set(
          lower, low.with(low.withNext().with(trial, atLow.getAsDouble(), atHigh.getAsDouble())));
    }
  }

  /**
   * Whether there is a measured value. At the largest resource a copy counts as data too, but never
   * for tau.
   */
  private static boolean isThere(List<LevelValue> values, long level) {
    return values.stream().anyMatch(value -> value.level() == level);
  }

  private static OptionalDouble measured(List<LevelValue> values, long level) {
    for (LevelValue value : values) {
      if (value.level() == level && value.measured()) {
        return OptionalDouble.of(value.value());
      }
    }
    return OptionalDouble.empty();
  }
}
