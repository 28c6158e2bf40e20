package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.ResourceLadder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlexBandTest {
  private static final List<BracketPlan> TABLE =
      HyperBand.arrange(new ResourceLadder(81, 3, 1), HyperBand.Sizing.FLOOR);
  private static final double LOW = 0.3;
  private static final double HIGH = 0.8;

  @Test
  void shouldGiveThePapersTableWhenTheMiddleCorrelates() {
    assertThat(starts(arrange(25, 25, FlexBand.WarmUp.PAIR, LOW, HIGH, HIGH, LOW)))
        .containsExactly("81@1", "27@3", "27@3", "9@9", "5@81");
  }

  @Test
  void shouldGiveThePapersTableWhenAllCorrelate() {
    assertThat(starts(arrange(25, 25, FlexBand.WarmUp.PAIR, HIGH, HIGH, HIGH, HIGH)))
        .containsExactly("81@1", "81@1", "27@3", "9@9", "6@27");
  }

  @Test
  void shouldKeepTheTableWhenNothingCorrelates() {
    assertThat(arrange(25, 25, FlexBand.WarmUp.PAIR, LOW, LOW, LOW, LOW))
        .containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void shouldTakeTheThresholdForStrict() {
    assertThat(arrange(25, 25, FlexBand.WarmUp.PAIR, 0.55, 0.55 + 1e-12, LOW, LOW))
        .containsExactly(0, 1, 1, 3, 4);
  }

  @Test
  void shouldNotActOnAPairWithTooFewTrials() {
    assertThat(arrange(24, 25, FlexBand.WarmUp.PAIR, HIGH, HIGH, HIGH, HIGH))
        .containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void shouldWaitForEveryLevelWhenThePapersWarmUpIsAskedFor() {
    assertThat(arrange(100, 24, FlexBand.WarmUp.ALL, HIGH, HIGH, HIGH, HIGH))
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(arrange(1, 25, FlexBand.WarmUp.ALL, HIGH, HIGH, HIGH, HIGH))
        .containsExactly(0, 0, 1, 2, 3);
  }

  private static List<Integer> arrange(
      int trials, int fewest, FlexBand.WarmUp warmUp, double... taus) {
    List<Correlation> correlations = new ArrayList<>();
    for (int j = 0; j < taus.length; j++) {
      correlations.add(
          new Correlation(
              TABLE.get(j).startLevel(), TABLE.get(j + 1).startLevel(), taus[j], trials));
    }
    return FlexBand.arrange(
        correlations, fewest, FlexBand.DEFAULT_THRESHOLD, warmUp, FlexBand.DEFAULT_WARM_UP_TRIALS);
  }

  private static List<String> starts(List<Integer> sources) {
    return sources.stream().map(s -> TABLE.get(s).rungs().get(0).toString()).toList();
  }
}
