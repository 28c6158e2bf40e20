package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TrialSetTest {

  @Property(tries = 300)
  void shouldHoldWhatWasAddedNewestFirst(
      @ForAll @Size(max = 100) List<@IntRange(min = 0, max = 5000) Integer> numbers) {
    TrialSet set = with(numbers);
    TreeSet<Integer> expected = new TreeSet<>(Collections.reverseOrder());
    expected.addAll(numbers);
    List<Integer> found = new ArrayList<>();
    set.newestFirst().forEachRemaining((int trial) -> found.add(trial));
    assertThat(found).containsExactlyElementsOf(expected);
    assertThat(set.size()).isEqualTo(expected.size());
    assertThat(numbers).allMatch(set::contains);
    assertThat(set).isEqualTo(with(expected)).hasSameHashCodeAs(with(expected));
  }

  @Property(tries = 300)
  void shouldIntersect(
      @ForAll @Size(max = 50) List<@IntRange(min = 0, max = 2100) Integer> some,
      @ForAll @Size(max = 50) List<@IntRange(min = 0, max = 300) Integer> others) {
    TreeSet<Integer> both = new TreeSet<>(some);
    both.retainAll(others);
    List<Integer> expected = new ArrayList<>(both.descendingSet());
    List<Integer> found = new ArrayList<>();
    with(some).newestFirst(with(others)).forEachRemaining((int trial) -> found.add(trial));
    assertThat(found).isEqualTo(expected);
    found.clear();
    with(others).newestFirst(with(some)).forEachRemaining((int trial) -> found.add(trial));
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void shouldHoldTheBordersOfWordsAndPages() {
    List<Integer> borders = List.of(0, 63, 64, 1023, 1024, 2047, 2048);
    TrialSet set = with(borders);
    for (int trial = 0; trial < 3000; trial++) {
      assertThat(set.contains(trial)).isEqualTo(borders.contains(trial));
    }
  }

  @Test
  void shouldLeaveEarlierVersionsAsTheyWere() {
    TrialSet one = TrialSet.EMPTY.with(5);
    one.with(6);
    assertThat(one.contains(6)).isFalse();
    assertThat(one.with(5)).isSameAs(one);
    assertThat(one).isNotEqualTo(TrialSet.EMPTY.with(6));
  }

  private static TrialSet with(Iterable<Integer> numbers) {
    TrialSet set = TrialSet.EMPTY;
    for (int number : numbers) {
      set = set.with(number);
    }
    return set;
  }
}
