package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianStoppingRuleTest {
  private static final MedianStoppingRule RULE = MedianStoppingRule.defaults();
  // Running means at the second level: .5, .25, .75; their median is .5.
  private static final List<List<Double>> COMPLETED =
      List.of(List.of(.75, .25, .1), List.of(.25, .25, .1), List.of(1.0, .5, .1));

  @Test
  void shouldStopATrialStrictlyWorseThanTheMedian() {
    MedianStoppingRule.Verdict verdict = RULE.judge(List.of(.6, .55), COMPLETED);
    assertThat(verdict.stop()).isTrue();
    assertThat(verdict.best()).isEqualTo(.55);
    assertThat(verdict.median()).isEqualTo(.5);
  }

  @Test
  void shouldGoOnAtTheMedianItself() {
    assertThat(RULE.judge(List.of(.9, .5), COMPLETED).stop()).isFalse();
  }

  @Test
  void shouldCountTheBestValueNotTheLast() {
    assertThat(RULE.judge(List.of(.45, .9), COMPLETED).stop()).isFalse();
  }

  @Test
  void shouldTakeTheMedianAndNotTheMean() {
    // The two middle ones of four are .5 and .75; an outlier would pull a mean far away.
    List<List<Double>> four =
        List.of(List.of(.5, .5), List.of(.25, .25), List.of(.75, .75), List.of(90.0, 90.0));
    MedianStoppingRule.Verdict verdict = RULE.judge(List.of(.8, .65), four);
    assertThat(verdict.median()).isEqualTo(.625);
    assertThat(verdict.stop()).isTrue();
  }

  @Test
  void shouldStopNobodyWithinTheGrace() {
    assertThat(RULE.judge(List.of(99.0), COMPLETED).stop()).isFalse();
  }

  @Test
  void shouldWaitForThreeCompletedTrials() {
    MedianStoppingRule.Verdict verdict = RULE.judge(List.of(99.0, 99.0), COMPLETED.subList(0, 2));
    assertThat(verdict.stop()).isFalse();
    assertThat(verdict.reason()).isEqualTo("2 of 3 trials completed");
  }

  @Test
  void shouldRefuseATrialWithoutAValue() {
    assertThatThrownBy(() -> RULE.judge(List.of(), COMPLETED))
        .hasMessageContaining("without a value");
  }
}
