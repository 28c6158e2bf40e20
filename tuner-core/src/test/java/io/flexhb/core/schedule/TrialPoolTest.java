package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.core.FewerTriesOutsideCi;
import io.flexhb.core.random.CounterRandom;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.junit.jupiter.api.Test;

@AddLifecycleHook(FewerTriesOutsideCi.class)
class TrialPoolTest {

  /** Grows beyond what is kept in order, then loses its best as by revivals until it is empty. */
  @Property(tries = 20)
  void shouldHoldWhatASortedSetHolds(@ForAll long seed, @ForAll boolean bounded) {
    TrialPool pool = bounded ? TrialPool.BOUNDED : TrialPool.UNBOUNDED;
    TreeSet<Ranked> expected = new TreeSet<>();
    CounterRandom random = CounterRandom.of(seed, "changes", 0);
    for (int trial = 0; trial < 10_000; trial++) {
      boolean grows = trial < 6_000;
      if (grows || random.nextBoolean(0.1)) {
        Ranked added = new Ranked(random.nextInt(1_000), trial);
        pool = pool.with(added);
        expected.add(added);
      }
      if (!expected.isEmpty() && random.nextBoolean(grows ? 0.1 : 0.99)) {
        Ranked removed = random.nextBoolean(0.9) ? expected.first() : expected.last();
        pool = pool.without(removed);
        expected.remove(removed);
      }
      assertThat(pool.size()).isEqualTo(expected.size());
      if (trial % 500 == 0 && !expected.isEmpty()) {
        assertThat(pool).containsExactlyElementsOf(expected);
        assertThat(pool.last()).isEqualTo(expected.last());
        assertThat(pool).isEqualTo(rebuilt(expected)).hasSameHashCodeAs(rebuilt(expected));
      }
    }
    while (!expected.isEmpty()) {
      assertThat(pool.iterator().next()).isEqualTo(expected.first());
      pool = pool.without(expected.pollFirst());
    }
    assertThat(pool.isEmpty()).isTrue();
  }

  @Test
  void shouldLeaveEarlierVersionsAsTheyWere() {
    TrialPool one = TrialPool.UNBOUNDED.with(new Ranked(1, 1));
    one.with(new Ranked(0, 2));
    one.without(new Ranked(1, 1));
    assertThat(one).containsExactly(new Ranked(1, 1));
    assertThat(one.without(new Ranked(5, 5))).isSameAs(one);
    assertThat(one).isNotEqualTo(one.with(new Ranked(0, 2)));
    assertThatThrownBy(TrialPool.UNBOUNDED::last).isInstanceOf(NoSuchElementException.class);
    assertThatThrownBy(() -> TrialPool.UNBOUNDED.iterator().next())
        .isInstanceOf(NoSuchElementException.class);
  }

  private static TrialPool rebuilt(TreeSet<Ranked> ranked) {
    TrialPool pool = TrialPool.UNBOUNDED;
    for (Ranked one : List.copyOf(ranked.descendingSet())) {
      pool = pool.with(one);
    }
    return pool;
  }
}
