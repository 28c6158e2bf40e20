package io.flexhb.standalone.demo.mlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplitMix64Test {

  @Test
  void shouldAgreeWithTheGeneratorOfTheJdk() {
    SplitMix64 random = new SplitMix64(42);
    SplittableRandom oracle = new SplittableRandom(42);

    for (int i = 0; i < 1_000; i++) {
      assertThat(random.nextLong()).isEqualTo(oracle.nextLong());
    }
  }

  @Test
  void shouldDrawEveryPermutationAboutEquallyOften() {
    SplitMix64 random = new SplitMix64(7);
    int[] counts = new int[1000];
    int[] order = new int[3];
    int draws = 6_000;
    for (int i = 0; i < draws; i++) {
      random.fillWithPermutation(order);
      counts[100 * order[0] + 10 * order[1] + order[2]]++;
    }

    // 1000 each, standard deviation 29.
    for (int permutation : new int[] {12, 21, 102, 120, 201, 210}) {
      assertThat(counts[permutation]).isBetween(850, 1_150);
    }
    assertThat(IntStream.of(counts).sum()).isEqualTo(draws);
  }
}
