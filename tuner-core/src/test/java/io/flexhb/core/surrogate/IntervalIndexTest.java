package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.random.CounterRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class IntervalIndexTest {

  @Test
  void shouldCountTheCutsBelow() {
    for (int seed = 0; seed < 100; seed++) {
      CounterRandom random = CounterRandom.of(seed, "cuts", 0);
      double[] numbers = new double[1 + random.nextInt(400)];
      double scale = new double[] {1e-300, 1, 1e300}[seed % 3];
      for (int i = 0; i < numbers.length; i++) {
        boolean again = i > 0 && random.nextBoolean(.2);
        numbers[i] = again ? numbers[i - 1] : scale * random.nextGaussian();
      }
      IntervalIndex cuts = new IntervalIndex(numbers);
      for (double number : numbers) {
        for (double x : new double[] {number, Math.nextUp(number), Math.nextDown(number)}) {
          assertThat(cuts.of(x)).isEqualTo(below(numbers, x));
        }
      }
      assertThat(cuts.of(-Double.MAX_VALUE)).isZero();
      assertThat(cuts.of(Double.MAX_VALUE)).isEqualTo(cuts.intervals() - 1);
    }
  }

  private static int below(double[] numbers, double x) {
    return (int) Arrays.stream(numbers).distinct().filter(cut -> cut < x).count();
  }
}
