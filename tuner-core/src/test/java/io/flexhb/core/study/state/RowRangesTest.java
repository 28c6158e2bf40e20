package io.flexhb.core.study.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RowRangesTest {

  @Property
  void shouldHoldWhatWasAddedInAsFewRangesAsPossible(
      @ForAll List<@IntRange(max = 30) Integer> rows) {
    RowRanges ranges = RowRanges.NONE;
    for (int row : rows) {
      ranges = ranges.with(row);
    }
    Set<Integer> expected = new TreeSet<>(rows);
    assertThat(ranges.size()).isEqualTo(expected.size());
    for (int row = 0; row <= 31; row++) {
      assertThat(ranges.contain(row))
          .as("row %d of %s", row, ranges)
          .isEqualTo(expected.contains(row));
    }
    long begins = expected.stream().filter(row -> !expected.contains(row - 1)).count();
    assertThat(ranges.ranges()).hasSize((int) begins);
  }

  @Example
  void shouldBeShownShort() {
    assertThat(RowRanges.NONE.with(3).with(1).with(2).with(7).toString()).isEqualTo("1-3, 7");
  }

  @Example
  void shouldRefuseRangesOutOfOrder() {
    assertThatThrownBy(
            () -> new RowRanges(List.of(new RowRanges.Range(3, 5), new RowRanges.Range(5, 6))))
        .hasMessageContaining("must ascend");
    assertThatThrownBy(() -> new RowRanges.Range(3, 3)).hasMessageContaining("no rows");
  }
}
