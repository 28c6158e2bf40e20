package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AscendingOrderTest {

  @Property(tries = 300)
  void shouldSortNumbersOfAnySize(@ForAll @Size(max = 300) List<Double> values) {
    shouldSort(values.stream().mapToDouble(v -> v).toArray());
  }

  /** The bytes in which they first differ are all taken by one that is far away. */
  @Property(tries = 100)
  void shouldSortWhatLiesCloseTogetherBesideAnOutlier(
      @ForAll @Size(max = 300) List<@IntRange(max = 1000) Integer> steps,
      @ForAll @DoubleRange(min = -1e300, max = 1e300) double outlier) {
    shouldSort(
        IntStream.concat(IntStream.of(-1), steps.stream().mapToInt(v -> v))
            .mapToDouble(step -> step < 0 ? outlier : 0.7 + step * Math.ulp(0.7))
            .toArray());
  }

  @Test
  void shouldSortNothing() {
    shouldSort();
    shouldSort(-0.0, 0.0);
    shouldSort(1, -1, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE);
  }

  private static void shouldSort(double... values) {
    int[] order = AscendingOrder.of(values);
    double[] expected = Arrays.stream(values).map(v -> v + 0.0).sorted().toArray();
    assertThat(Arrays.stream(order).mapToDouble(i -> values[i] + 0.0))
        .containsExactly(box(expected));
    assertThat(Arrays.stream(order).sorted()).containsExactly(box(values.length));
  }

  private static Double[] box(double[] values) {
    return Arrays.stream(values).boxed().toArray(Double[]::new);
  }

  private static Integer[] box(int indices) {
    return IntStream.range(0, indices).boxed().toArray(Integer[]::new);
  }
}
