package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.core.random.CounterRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RankedSetTest {

  /** Positive numbers are added, the others' magnitude removed; few values, so that ties occur. */
  @Property(tries = 500)
  void shouldHoldWhatASortedSetHolds(
      @ForAll @Size(max = 200) List<@IntRange(min = -60, max = 60) Integer> changes) {
    RankedSet set = RankedSet.EMPTY;
    TreeSet<Ranked> expected = new TreeSet<>();
    for (int change : changes) {
      Ranked ranked = new Ranked(Math.abs(change) % 7, Math.abs(change));
      if (change > 0) {
        set = set.with(ranked);
        expected.add(ranked);
      } else {
        set = set.without(ranked);
        expected.remove(ranked);
      }
    }
    assertThat(set).containsExactlyElementsOf(expected);
    assertThat(set.size()).isEqualTo(expected.size());
    if (!expected.isEmpty()) {
      assertThat(set.last()).isEqualTo(expected.last());
      assertThat(set.contains(expected.first())).isTrue();
    }
    List<Ranked> inOrder = List.copyOf(expected);
    for (int i = 0; i < inOrder.size(); i++) {
      assertThat(set.rankOf(inOrder.get(i))).isEqualTo(i + 1);
      assertThat(set.atRank(i + 1)).isEqualTo(inOrder.get(i));
    }
    assertThat(set).isEqualTo(rebuilt(expected)).hasSameHashCodeAs(rebuilt(expected));
  }

  @Test
  void shouldLeaveEarlierVersionsAsTheyWere() {
    RankedSet one = RankedSet.EMPTY.with(new Ranked(1, 1));
    one.with(new Ranked(0, 2));
    one.without(new Ranked(1, 1));
    assertThat(one).containsExactly(new Ranked(1, 1));
    assertThat(one.without(new Ranked(5, 5))).isSameAs(one);
    assertThatThrownBy(RankedSet.EMPTY::last).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(() -> one.atRank(2)).isInstanceOf(NoSuchElementException.class);
    assertThat(one.rankOf(new Ranked(1, 2))).as("of one that is not there").isEqualTo(2);
  }

  /** Grows to several levels of nodes, and shrinks to nothing. */
  @Property(tries = 20)
  void shouldHoldManyAndLetGoOfThem(@ForAll long seed) {
    RankedSet set = RankedSet.EMPTY;
    TreeSet<Ranked> expected = new TreeSet<>();
    CounterRandom random = CounterRandom.of(seed, "changes", 0);
    double[] chancesToAdd = {0.9, 0.5, 0.1, 0};
    for (int i = 0; i < 12_000; i++) {
      Ranked ranked = new Ranked(random.nextInt(50), random.nextInt(100));
      if (random.nextBoolean(chancesToAdd[i / 3_000])) {
        set = set.with(ranked);
        expected.add(ranked);
      } else {
        Ranked near = expected.isEmpty() ? ranked : nearest(expected, ranked);
        set = set.without(near);
        expected.remove(near);
      }
      assertThat(set.size()).isEqualTo(expected.size());
      if (i % 1_000 == 999) {
        assertThat(set).containsExactlyElementsOf(expected);
        assertThat(set).isEqualTo(rebuilt(expected));
        List<Ranked> inOrder = List.copyOf(expected);
        for (int at = 0; at < inOrder.size(); at++) {
          assertThat(set.rankOf(inOrder.get(at))).isEqualTo(at + 1);
          assertThat(set.atRank(at + 1)).isEqualTo(inOrder.get(at));
        }
      }
    }
    for (Ranked ranked : expected) {
      assertThat(set.contains(ranked)).isTrue();
      set = set.without(ranked);
    }
    assertThat(set).isEqualTo(RankedSet.EMPTY);
  }

  private static Ranked nearest(TreeSet<Ranked> some, Ranked to) {
    Ranked above = some.ceiling(to);
    return above != null ? above : some.last();
  }

  /** In order of value, the worst case of a tree that does not balance: this would overflow. */
  @Test
  void shouldStayShallow() {
    RankedSet set = RankedSet.EMPTY;
    for (int i = 0; i < 200_000; i++) {
      set = set.with(new Ranked(i, i));
    }
    assertThat(set.last().trial()).isEqualTo(199_999);
    for (int i = 0; i < 199_990; i++) {
      set = set.without(new Ranked(i, i));
    }
    assertThat(set).extracting(Ranked::trial).first().isEqualTo(199_990);
    assertThat(set.size()).isEqualTo(10);
  }

  @Test
  void shouldShowItsBest() {
    RankedSet set = RankedSet.EMPTY;
    CounterRandom random = CounterRandom.of(1, "values", 0);
    for (int i = 0; i < 100; i++) {
      set = set.with(new Ranked(random.nextDouble(), i));
    }
    List<Ranked> all = new ArrayList<>();
    set.forEach(all::add);
    assertThat(all).isSorted();
    assertThat(set.toString()).startsWith("RankedSet[100, " + all.get(0).trial()).endsWith("...]");
  }

  private static RankedSet rebuilt(TreeSet<Ranked> ranked) {
    RankedSet set = RankedSet.EMPTY;
    for (Ranked one : ranked.descendingSet()) {
      set = set.with(one);
    }
    return set;
  }
}
