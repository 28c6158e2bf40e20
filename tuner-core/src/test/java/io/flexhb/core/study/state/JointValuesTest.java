package io.flexhb.core.study.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.random.CounterRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class JointValuesTest {

  /** Late values of old trials among them, as revivals bring them. */
  @Property(tries = 40)
  void shouldHoldTheNewestTrialsInWhateverOrderTheyCome(
      @ForAll @IntRange(min = 0, max = 4000) int trials,
      @ForAll @IntRange(min = 0, max = 100) int percentLate,
      @ForAll long seed) {
    CounterRandom random = CounterRandom.of(seed, "order", 0);
    TreeSet<Integer> all = new TreeSet<>();
    JointValues values = JointValues.NONE;
    for (int i = 0; i < trials; i++) {
      int trial = random.nextBoolean(percentLate / 100.0) ? random.nextInt(i + 1) : i;
      all.add(trial);
      values = with(values, trial);
    }
    List<Integer> newest = all.stream().skip(Math.max(0, all.size() - JointValues.WINDOW)).toList();
    assertThat(values.size()).isEqualTo(newest.size());
    assertThat(values.low()).containsExactly(newest.stream().mapToDouble(t -> t).toArray());
    assertThat(values.high()).containsExactly(newest.stream().mapToDouble(t -> -2.0 * t).toArray());
  }

  @Test
  void shouldBeEqualWhateverOrderTheyCameIn() {
    List<Integer> numbers = new ArrayList<>(IntStream.range(0, 3000).boxed().toList());
    JointValues inOrder = with(numbers);
    Collections.shuffle(numbers, new Random(1));
    assertThat(with(numbers)).isEqualTo(inOrder).hasSameHashCodeAs(inOrder);
    assertThat(with(inOrder, 3000)).isNotEqualTo(inOrder);
  }

  @Test
  void shouldLeaveEarlierVersionsAsTheyWere() {
    JointValues one = with(JointValues.NONE, 5);
    with(one, 6);
    with(one, 4);
    assertThat(one.low()).containsExactly(5);
    assertThat(one.with(5, 7, 7)).isSameAs(one);
    assertThat(JointValues.NONE.low()).isEmpty();
  }

  private static JointValues with(List<Integer> trials) {
    JointValues values = JointValues.NONE;
    for (int trial : trials) {
      values = with(values, trial);
    }
    return values;
  }

  private static JointValues with(JointValues values, int trial) {
    return values.with(trial, trial, -2.0 * trial);
  }
}
