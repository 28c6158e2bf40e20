package io.flexhb.core.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceLadderTest {

  @ParameterizedTest
  @CsvSource({
    "1,3,0",
    "2,3,0",
    "9,3,2",
    "27,3,3",
    "81,3,4",
    "243,3,5",
    "100,3,4",
    "125,5,3",
    "1000,10,3"
  })
  void shouldCountBracketsByIntegerPowers(long maxResource, int eta, int expected) {
    assertThat(new ResourceLadder(maxResource, eta, 1).sMax()).isEqualTo(expected);
  }

  @Test
  void shouldFloorTheRungsOfAResourceThatIsNoPower() {
    assertThat(new ResourceLadder(100, 3, 1).rungLevels()).containsExactly(1L, 3L, 11L, 33L, 100L);
  }

  @Test
  void shouldStartTheRungsAboveTheMinimum() {
    assertThat(new ResourceLadder(100, 3, 5).rungLevels()).containsExactly(11L, 33L, 100L);
  }

  @Test
  void shouldGiveTenUniformLevelsForTwentySeven() {
    assertThat(new ResourceLadder(27, 3, 1).fidelityLevels(FidelityLevels.uniform()))
        .containsExactly(1L, 3L, 6L, 9L, 12L, 15L, 18L, 21L, 24L, 27L);
  }

  @Test
  void shouldHaveNoLevelBelowTheSmallestResource() {
    List<Long> levels = new ResourceLadder(270, 3, 10).fidelityLevels(FidelityLevels.uniform());
    assertThat(levels).startsWith(10L, 18L, 27L, 30L).endsWith(270L);
  }

  @Test
  void shouldGiveTwentyEightUniformLevelsForEightyOne() {
    assertThat(new ResourceLadder(81, 3, 1).fidelityLevels(FidelityLevels.uniform())).hasSize(28);
  }

  @Test
  void shouldLeaveOutSixInThePaperList() {
    assertThat(new ResourceLadder(27, 3, 1).fidelityLevels(FidelityLevels.paperList()))
        .hasSize(9)
        .doesNotContain(6L);
    assertThat(new ResourceLadder(81, 3, 1).fidelityLevels(FidelityLevels.paperList())).hasSize(27);
  }

  @Test
  void shouldKeepNothingBetweenTheRungsWhenToldTo() {
    assertThat(new ResourceLadder(27, 3, 1).fidelityLevels(FidelityLevels.rungs()))
        .containsExactly(1L, 3L, 9L, 27L);
    assertThatThrownBy(() -> new ResourceLadder(27, 3, 1).fidelityLevels(FidelityLevels.rungs(), 3))
        .hasMessageContaining("4 levels");
  }

  @Test
  void shouldJoinAnExplicitListWithTheRungs() {
    assertThat(
            new ResourceLadder(27, 3, 1)
                .fidelityLevels(FidelityLevels.explicit(List.of(27L, 6L, 1L))))
        .containsExactly(1L, 3L, 6L, 9L, 27L);
  }

  @Test
  void shouldWidenTheSpacingUntilTheLevelsFit() {
    List<Long> levels = new ResourceLadder(1000, 3, 1).fidelityLevels(FidelityLevels.uniform());
    assertThat(levels).hasSizeLessThanOrEqualTo(64).contains(27L, 54L, 999L, 1000L, 1L);
  }

  @Test
  void shouldCopeWithAHugeResource() {
    List<Long> levels =
        new ResourceLadder(Long.MAX_VALUE, 2, 1).fidelityLevels(FidelityLevels.uniform());
    assertThat(levels).hasSizeLessThanOrEqualTo(64).contains(1L, Long.MAX_VALUE);
  }

  @Test
  void shouldRefuseALevelBeyondTheLargestResource() {
    assertThatThrownBy(
            () ->
                new ResourceLadder(27, 3, 1).fidelityLevels(FidelityLevels.explicit(List.of(28L))))
        .hasMessageContaining("level 28 is outside 1..27");
  }

  @ParameterizedTest
  @CsvSource({"27,1,1,eta", "27,3,0,minResource", "2,3,3,maxResource"})
  void shouldRefuseNumbersThatMakeNoLadder(long max, int eta, long min, String named) {
    assertThatThrownBy(() -> new ResourceLadder(max, eta, min)).hasMessageContaining(named);
  }

  @Test
  void shouldNameTheLevelsAJumpPassed() {
    List<Long> levels = List.of(1L, 3L, 6L, 9L);
    assertThat(ResourceLadder.levelsPassed(levels, 2, 4)).containsExactly(3L);
    assertThat(ResourceLadder.levelsPassed(levels, 0, 10)).containsExactly(1L, 3L, 6L, 9L);
    assertThat(ResourceLadder.levelsPassed(levels, 3, 5)).isEmpty();
    assertThat(ResourceLadder.levelsPassed(levels, 3, 6)).containsExactly(6L);
    assertThat(ResourceLadder.highestLevelPassed(levels, 0, 10)).isEqualTo(OptionalLong.of(9));
    assertThat(ResourceLadder.highestLevelPassed(levels, 3, 5)).isEmpty();
  }

  @Property(tries = 2000)
  void shouldBoundRungsAndLevels(
      @ForAll @LongRange(min = 1, max = 1000) long maxResource,
      @ForAll @IntRange(min = 2, max = 5) int eta,
      @ForAll @LongRange(min = 1, max = 20) long minimum) {
    long minResource = Math.min(minimum, maxResource);
    ResourceLadder ladder = new ResourceLadder(maxResource, eta, minResource);
    int sMax = ladder.sMax();
    long power = LongStream.generate(() -> eta).limit(sMax).reduce(1, (a, b) -> a * b);
    assertThat(minResource * power).isLessThanOrEqualTo(maxResource);
    assertThat(minResource * power * eta).isGreaterThan(maxResource);

    List<Long> rungs = ladder.rungLevels();
    assertThat(rungs).hasSize(sMax + 1).isSorted().doesNotHaveDuplicates();
    assertThat(rungs.get(sMax)).isEqualTo(maxResource);
    assertThat(rungs.get(0)).isGreaterThanOrEqualTo(minResource);
    for (int i = 0; i <= sMax; i++) {
      long divisor = LongStream.generate(() -> eta).limit(sMax - i).reduce(1, (a, b) -> a * b);
      assertThat(rungs.get(i)).isEqualTo(maxResource / divisor);
    }

    List<Long> levels = ladder.fidelityLevels(FidelityLevels.uniform());
    assertThat(levels).isSorted().doesNotHaveDuplicates().containsAll(rungs);
    assertThat(levels).hasSizeLessThanOrEqualTo(64);
    assertThat(levels.get(levels.size() - 1)).isEqualTo(maxResource);
    if (maxResource / eta + rungs.size() <= 64) {
      assertThat(levels.get(0)).isGreaterThanOrEqualTo(minResource);
      for (long level = eta; level <= maxResource; level += eta) {
        assertThat(levels.contains(level)).as("%s", level).isEqualTo(level >= minResource);
      }
    }
  }
}
