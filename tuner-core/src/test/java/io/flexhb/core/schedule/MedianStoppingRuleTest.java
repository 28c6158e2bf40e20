package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MedianStoppingRuleTest {
  private static final MedianStoppingRule RULE = MedianStoppingRule.defaults();
  // Running means at the second level: .5, .25, .75; their median is .5.
  private static final List<List<Double>> COMPLETED =
      List.of(List.of(.75, .25, .1), List.of(.25, .25, .1), List.of(1.0, .5, .1));

  /** What the rule is given: of each completed trial the mean of its values up to the level. */
  private static RankedSet means(int levels, List<List<Double>> completed) {
    RankedSet means = RankedSet.EMPTY;
    for (int trial = 0; trial < completed.size(); trial++) {
      double mean = MedianStoppingRule.runningMean(completed.get(trial), levels);
      means = means.with(new Ranked(mean, trial));
    }
    return means;
  }

  @Test
  void shouldStopATrialStrictlyWorseThanTheMedian() {
    MedianStoppingRule.Verdict verdict = RULE.judge(List.of(.6, .55), means(2, COMPLETED));
    assertThat(verdict.stop()).isTrue();
    assertThat(verdict.best()).isEqualTo(.55);
    assertThat(verdict.median()).hasValue(.5);
  }

  @Test
  void shouldGoOnAtTheMedianItself() {
    assertThat(RULE.judge(List.of(.9, .5), means(2, COMPLETED)).stop()).isFalse();
  }

  @Test
  void shouldNotStopATrialThatTiesWithAllOthers() {
    for (double constant : new double[] {1.0, .1, 1 / 3.0, 1e300, -7.3, Double.MIN_VALUE}) {
      for (int levels = 2; levels <= 28; levels++) {
        List<Double> same = Collections.nCopies(levels, constant);
        RankedSet means = means(levels, List.of(same, same, same, same));
        assertThat(RULE.judge(same, means).stop()).as("%s, %s times", constant, levels).isFalse();
      }
    }
  }

  @Test
  void shouldCountTheBestValueNotTheLast() {
    assertThat(RULE.judge(List.of(.45, .9), means(2, COMPLETED)).stop()).isFalse();
  }

  @Test
  void shouldTakeTheMedianAndNotTheMean() {
    // The two middle ones of four are .5 and .75; an outlier would pull a mean far away.
    List<List<Double>> four =
        List.of(List.of(.5, .5), List.of(.25, .25), List.of(.75, .75), List.of(90.0, 90.0));
    MedianStoppingRule.Verdict verdict = RULE.judge(List.of(.8, .65), means(2, four));
    assertThat(verdict.median()).hasValue(.625);
    assertThat(verdict.stop()).isTrue();
  }

  @Test
  void shouldStopNobodyWithinTheGrace() {
    assertThat(RULE.judge(List.of(99.0), means(1, COMPLETED)).stop()).isFalse();
  }

  @Test
  void shouldWaitForThreeCompletedTrials() {
    MedianStoppingRule.Verdict verdict =
        RULE.judge(List.of(99.0, 99.0), means(2, COMPLETED.subList(0, 2)));
    assertThat(verdict.stop()).isFalse();
    assertThat(verdict.completed()).isEqualTo(2);
    assertThat(verdict.median()).isEmpty();
  }

  @Test
  void shouldRefuseATrialWithoutAValue() {
    assertThatThrownBy(() -> RULE.judge(List.of(), means(0, COMPLETED)))
        .hasMessageContaining("without a value");
  }
}
