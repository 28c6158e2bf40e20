package io.flexhb.core.study.state;

import java.util.ArrayList;
import java.util.List;

/**
 * The accepted rows of an import. Immutable; as few ranges as possible, because rows mostly arrive
 * in order.
 *
 * @param ranges ascending, none touches the next
 */
public record RowRanges(List<Range> ranges) {

  /** No row. */
  public static final RowRanges NONE = new RowRanges(List.of());

  /**
   * A range of consecutive rows.
   *
   * @param from the first
   * @param until the first row after the range
   */
  public record Range(int from, int until) {
    /**
     * @throws IllegalArgumentException when it is empty
     */
    public Range {
      if (from < 0 || until <= from) {
        throw new IllegalArgumentException("no rows from " + from + " until " + until);
      }
    }
  }

  public RowRanges {
    ranges = List.copyOf(ranges);
    for (int i = 1; i < ranges.size(); i++) {
      if (ranges.get(i).from() <= ranges.get(i - 1).until()) {
        throw new IllegalArgumentException("ranges must ascend, were " + ranges);
      }
    }
  }

  /** Whether the row was accepted. */
  public boolean contain(int row) {
    int at = before(row);
    return at >= 0 && row < ranges.get(at).until();
  }

  /** Number of accepted rows. */
  public long size() {
    return ranges.stream().mapToLong(range -> range.until() - range.from()).sum();
  }

  /** Adds a row; the same instance when it is already there. */
  public RowRanges with(int row) {
    int at = before(row);
    if (at >= 0 && row < ranges.get(at).until()) {
      return this;
    }
    boolean joinsLower = at >= 0 && ranges.get(at).until() == row;
    boolean joinsUpper = at + 1 < ranges.size() && ranges.get(at + 1).from() == row + 1;
    int from = joinsLower ? ranges.get(at).from() : row;
    int until = joinsUpper ? ranges.get(at + 1).until() : row + 1;
    List<Range> more = new ArrayList<>(ranges.subList(0, joinsLower ? at : at + 1));
    more.add(new Range(from, until));
    more.addAll(ranges.subList(joinsUpper ? at + 2 : at + 1, ranges.size()));
    return new RowRanges(more);
  }

  /** Index of the last range that begins at or before the row, -1 when there is none. */
  private int before(int row) {
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (ranges.get(middle).from() <= row) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  /** The ranges as text, such as {@code 1-40, 42}. */
  @Override
  public String toString() {
    List<String> texts = new ArrayList<>();
    for (Range range : ranges) {
      texts.add(
          range.until() == range.from() + 1
              ? Integer.toString(range.from())
              : range.from() + "-" + (range.until() - 1));
    }
    return String.join(", ", texts);
  }
}
