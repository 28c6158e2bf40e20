package io.flexhb.core.schedule;

/**
 * A trial's minimised value at a level. Ordered by value, then by trial number
 * (docs/algorithms.md).
 *
 * @param value finite
 */
public record Ranked(double value, int trial) implements Comparable<Ranked> {

  @Override
  public int compareTo(Ranked other) {
    int byValue = Double.compare(value, other.value);
    return byValue != 0 ? byValue : Integer.compare(trial, other.trial);
  }
}
