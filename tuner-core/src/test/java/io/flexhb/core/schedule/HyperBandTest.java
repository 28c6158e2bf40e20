package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.ResourceLadder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HyperBandTest {

  @Test
  void shouldArrangeThePapersTableForResource27() {
    assertThat(brackets(27, 3, HyperBand.Sizing.FLOOR))
        .containsExactly("27@1 → 9@3 → 3@9 → 1@27", "9@3 → 3@9 → 1@27", "6@9 → 2@27", "4@27");
  }

  @Test
  void shouldArrangeThePapersTableForResource81() {
    assertThat(brackets(81, 3, HyperBand.Sizing.FLOOR))
        .containsExactly(
            "81@1 → 27@3 → 9@9 → 3@27 → 1@81",
            "27@3 → 9@9 → 3@27 → 1@81",
            "9@9 → 3@27 → 1@81",
            "6@27 → 2@81",
            "5@81");
  }

  @Test
  void shouldArrangeThePapersTableForResource9() {
    assertThat(brackets(9, 3, HyperBand.Sizing.FLOOR))
        .containsExactly("9@1 → 3@3 → 1@9", "3@3 → 1@9", "3@9");
  }

  /** In floating point log(243)/log(3) is below 5 and a bracket is lost. */
  @Test
  void shouldKeepTheBracketThatFloatingPointLoses() {
    List<BracketPlan> loop =
        HyperBand.arrange(new ResourceLadder(243, 3, 1), HyperBand.Sizing.FLOOR);
    assertThat(loop).extracting(b -> b.rungs().get(0).n()).containsExactly(243, 81, 27, 18, 9, 6);
    assertThat(loop)
        .extracting(BracketPlan::startLevel)
        .containsExactly(1L, 3L, 9L, 27L, 81L, 243L);
  }

  @ParameterizedTest
  @CsvSource({"27, 27;12;6;4", "81, 81;34;15;8;5"})
  void shouldRoundUpAsTheHyperBandPaperDoes(long maxResource, String startSizes) {
    assertThat(HyperBand.arrange(new ResourceLadder(maxResource, 3, 1), HyperBand.Sizing.CEIL))
        .extracting(b -> Integer.toString(b.rungs().get(0).n()))
        .containsExactly(startSizes.split(";"));
  }

  @Test
  void shouldTakeLevelsOfAResourceThatIsNoPower() {
    assertThat(
            HyperBand.arrange(new ResourceLadder(100, 3, 1), HyperBand.Sizing.FLOOR).get(0).rungs())
        .extracting(Rung::resource)
        .containsExactly(1L, 3L, 11L, 33L, 100L);
  }

  @ParameterizedTest
  @CsvSource({"27, 342, 405", "81, 1404, 1701"})
  void shouldCostWhatThePaperSays(long maxResource, long withResume, long withoutResume) {
    List<BracketPlan> loop =
        HyperBand.arrange(new ResourceLadder(maxResource, 3, 1), HyperBand.Sizing.FLOOR);
    assertThat(loop.stream().mapToLong(BracketPlan::costWithResume).sum()).isEqualTo(withResume);
    assertThat(loop.stream().mapToLong(BracketPlan::costWithoutResume).sum())
        .isEqualTo(withoutResume);
  }

  @Test
  void shouldMeasureAsOftenAsThePaperSaysInOneLoopOfResource81() {
    Map<Long, Integer> measured = new TreeMap<>();
    HyperBand.arrange(new ResourceLadder(81, 3, 1), HyperBand.Sizing.FLOOR)
        .forEach(b -> b.rungs().forEach(r -> measured.merge(r.resource(), r.n(), Integer::sum)));
    assertThat(measured).isEqualTo(Map.of(1L, 81, 3L, 54, 9L, 27, 27L, 15, 81L, 10));
  }

  @Test
  void shouldKeepAtLeastOneTrialPerRung() {
    for (int maxResource = 1; maxResource <= 100; maxResource++) {
      for (int eta = 2; eta <= 5; eta++) {
        for (HyperBand.Sizing sizing : HyperBand.Sizing.values()) {
          ResourceLadder ladder = new ResourceLadder(maxResource, eta, 1);
          assertThat(HyperBand.arrange(ladder, sizing))
              .hasSize(ladder.sMax() + 1)
              .allSatisfy(
                  b -> {
                    assertThat(b.rungs()).allMatch(r -> r.n() >= 1);
                    assertThat(b.rungs().get(b.rungs().size() - 1).resource())
                        .isEqualTo(ladder.maxResource());
                    assertThat(b.rungs())
                        .extracting(Rung::resource)
                        .isSorted()
                        .doesNotHaveDuplicates();
                  });
        }
      }
    }
  }

  private static List<String> brackets(long maxResource, int eta, HyperBand.Sizing sizing) {
    return HyperBand.arrange(new ResourceLadder(maxResource, eta, 1), sizing).stream()
        .map(BracketPlan::toString)
        .toList();
  }
}
