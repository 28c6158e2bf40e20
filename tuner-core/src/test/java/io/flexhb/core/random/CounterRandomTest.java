package io.flexhb.core.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CounterRandomTest {

  @Test
  void shouldGiveTheGoldenValuesInEveryJvm() {
    CounterRandom random = CounterRandom.of(42, "glosh", 7);
    assertThat(random.nextLong()).isEqualTo(-3763476341928446013L);
    assertThat(random.nextLong()).isEqualTo(4925617038599570596L);
    assertThat(random.nextDouble()).isEqualTo(0.963269620939324);
    assertThat(random.nextInt(1000)).isEqualTo(631);
    assertThat(random.nextGaussian()).isEqualTo(-1.4668193051849656);
    int[] order = {0, 1, 2, 3, 4, 5};
    random.shuffle(order);
    assertThat(order).containsExactly(5, 4, 1, 0, 3, 2);
  }

  @Test
  void shouldRepeatTheStreamForTheSameKey() {
    CounterRandom a = CounterRandom.of(-1, "a", 0);
    CounterRandom b = CounterRandom.of(-1, "a", 0);
    for (int i = 0; i < 100; i++) {
      assertThat(a.nextLong()).isEqualTo(b.nextLong());
    }
  }

  @Test
  void shouldNeverRepeatAFirstValueAcrossNeighbouringSeedsPurposesAndCounters() {
    Set<Long> firsts = new HashSet<>();
    String[] purposes = {"", "a", "b", "ab", "ba", "aa", "aaa"};
    for (long seed = -20; seed < 20; seed++) {
      for (String purpose : purposes) {
        for (long counter = -20; counter < 20; counter++) {
          firsts.add(CounterRandom.of(seed, purpose, counter).nextLong());
        }
      }
    }
    assertThat(firsts).hasSize(40 * purposes.length * 40);
  }

  @Test
  void shouldFlipEachOutputBitWithProbabilityOneHalfWhenOneInputBitChanges() {
    for (int outputBit = 0; outputBit < 64; outputBit++) {
      int flips = 0;
      for (int i = 0; i < 64; i++) {
        for (long base = 0; base < 40; base++) {
          long one = CounterRandom.of(base, "x", 3).nextLong();
          flips +=
              (int)
                  (((one ^ CounterRandom.of(base ^ (1L << i), "x", 3).nextLong()) >>> outputBit)
                      & 1);
          flips +=
              (int)
                  (((one ^ CounterRandom.of(base, "x", 3 ^ (1L << i)).nextLong()) >>> outputBit)
                      & 1);
        }
      }
      assertThat(flips / 5120.0).as("bit %d", outputBit).isCloseTo(0.5, within(0.04));
    }
  }

  @Test
  void shouldDrawUniformIntegersForABoundThatDividesNoPowerOfTwo() {
    int[] counts = new int[7];
    CounterRandom random = CounterRandom.of(1, "int", 0);
    for (int i = 0; i < 70_000; i++) {
      counts[random.nextInt(7)]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(9_600, 10_400);
    }
  }

  @Test
  void shouldStayUnbiasedForAVeryLargeBound() {
    // With plain modulo two thirds of the values would fall below half of this bound.
    long bound = 3L << 61;
    CounterRandom random = CounterRandom.of(1, "long", 0);
    int low = 0;
    for (int i = 0; i < 20_000; i++) {
      long value = random.nextLong(bound);
      assertThat(value).isBetween(0L, bound - 1);
      low += value < bound / 2 ? 1 : 0;
    }
    assertThat(low / 20_000.0).isCloseTo(0.5, within(0.02));
  }

  @Test
  void shouldDrawAStandardNormal() {
    CounterRandom random = CounterRandom.of(5, "normal", 0);
    double sum = 0;
    double squares = 0;
    int beyondTwo = 0;
    for (int i = 0; i < 50_000; i++) {
      double z = random.nextGaussian();
      sum += z;
      squares += z * z;
      beyondTwo += Math.abs(z) > 2 ? 1 : 0;
    }
    assertThat(sum / 50_000).isCloseTo(0, within(0.02));
    assertThat(squares / 50_000).isCloseTo(1, within(0.03));
    assertThat(beyondTwo / 50_000.0).isCloseTo(0.0455, within(0.004));
  }

  @Test
  void shouldTreatProbabilitiesZeroAndOneAsCertain() {
    CounterRandom random = CounterRandom.of(5, "coin", 0);
    for (int i = 0; i < 1000; i++) {
      assertThat(random.nextBoolean(0)).isFalse();
      assertThat(random.nextBoolean(1)).isTrue();
    }
  }

  @Test
  void shouldShuffleEveryPermutationEquallyOften() {
    int[] counts = new int[6];
    CounterRandom random = CounterRandom.of(9, "shuffle", 0);
    for (int i = 0; i < 30_000; i++) {
      int[] order = {0, 1, 2};
      random.shuffle(order);
      counts[order[0] * 2 + (order[1] > order[2] ? 1 : 0)]++;
    }
    for (int count : counts) {
      assertThat(count).isBetween(4_700, 5_300);
    }
  }

  @Test
  void shouldRefuseABoundThatIsNotPositive() {
    CounterRandom random = CounterRandom.of(1, "x", 0);
    assertThatThrownBy(() -> random.nextInt(0)).hasMessageContaining("bound must be positive");
  }
}
