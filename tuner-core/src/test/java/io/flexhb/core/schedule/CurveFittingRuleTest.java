package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CurveFittingRuleTest {
  private static final CurveFittingRule RULE = CurveFittingRule.defaults();
  private static final DoubleUnaryOperator CURVE = x -> .8 - .5 * Math.pow(x, -.7);

  @Test
  void shouldStopATrialThatWillStayFarBelowTheBest() {
    CurveFittingRule.Verdict verdict = judge(CURVE, 15, .95);
    assertThat(verdict.stop()).isTrue();
    assertThat(verdict.probability()).isLessThan(.05);
  }

  @Test
  void shouldLetATrialGoOnThatWillBeatTheBest() {
    CurveFittingRule.Verdict verdict = judge(CURVE, 15, .6);
    assertThat(verdict.stop()).isFalse();
    assertThat(verdict.probability()).isGreaterThan(.95);
  }

  @Test
  void shouldExtrapolateACurve() {
    assertThat(judge(CURVE, 15, .6).expected()).isCloseTo(CURVE.applyAsDouble(81), within(.03));
  }

  @ParameterizedTest
  @EnumSource(LearningCurve.class)
  void shouldFindEachFamilysOwnCurve(LearningCurve family) {
    double[] p = family.start();
    DoubleUnaryOperator curve = x -> Math.min(1, Math.max(0, family.raw(x, family.power(x, p), p)));
    assertThat(curve.applyAsDouble(40)).as("increases").isGreaterThan(curve.applyAsDouble(2));
    assertThat(judge(curve, 40, .5).expected()).isCloseTo(curve.applyAsDouble(81), within(.02));
  }

  @Test
  void shouldComputeTheFamiliesAsPrinted() {
    // By hand at x = 2, from table 1.
    assertThat(LearningCurve.POW3.at(2, new double[] {.9, .4, 1})).isCloseTo(.7, within(1e-12));
    assertThat(LearningCurve.HILL3.at(2, new double[] {.9, 1, 1})).isCloseTo(.6, within(1e-12));
    assertThat(LearningCurve.MMF.at(2, new double[] {.9, .3, .5, 1})).isCloseTo(.6, within(1e-12));
    assertThat(LearningCurve.ILOG2.at(Math.E - 1, new double[] {.9, .3}))
        .isCloseTo(.6, within(1e-12));
    assertThat(LearningCurve.WEIBULL.at(2, new double[] {1, 0, .5, 3}))
        .isCloseTo(1 - Math.exp(-1), within(1e-12));
    assertThat(LearningCurve.JANOSCHEK.at(2, new double[] {1, 0, .25, 2}))
        .isCloseTo(1 - Math.exp(-1), within(1e-12));
    assertThat(LearningCurve.EXP4.at(2, new double[] {1, .25, 2, 0}))
        .isCloseTo(1 - Math.exp(-1), within(1e-12));
    assertThat(LearningCurve.POW4.at(2, new double[] {.9, 1, 2, 1})).isCloseTo(.65, within(1e-12));
    assertThat(LearningCurve.LOG_LOG_LINEAR.at(1, new double[] {5, 2}))
        .isCloseTo(Math.log(2), within(1e-12));
    assertThat(LearningCurve.VAPOR_PRESSURE.at(2, new double[] {1, -4, 0}))
        .isCloseTo(Math.exp(-1), within(1e-12));
    assertThat(LearningCurve.LOG_POWER.at(2, new double[] {.9, Math.log(2), -3}))
        .isCloseTo(.45, within(1e-12));
    assertThat(LearningCurve.values()).hasSize(11);
  }

  @Test
  void shouldSurviveAFlatAndAFallingCurve() {
    assertThat(judge(x -> .3, 10, .5).stop()).isTrue();
    assertThat(judge(x -> .9 - .01 * x, 10, .95).stop()).isTrue();
  }

  @Test
  void shouldWaitForEnoughScores() {
    CurveFittingRule.Verdict verdict = judge(CURVE, 4, .99);
    assertThat(verdict.stop()).isFalse();
    assertThat(verdict.reason()).isEqualTo("4 of 5 scores");
  }

  @Test
  void shouldGiveTheSameVerdictAgain() {
    assertThat(judge(CURVE, 15, .77)).isEqualTo(judge(CURVE, 15, .77));
  }

  @Test
  void shouldRefuseAnObjectiveOutsideTheUnitInterval() {
    assertThatThrownBy(
            () ->
                RULE.judge(
                    List.of(1L, 2L), List.of(.5, 2.0), 81, .5, CounterRandom.of(2, "curve", 0)))
        .hasMessageContaining("curve fitting needs an objective in [0, 1], the score was 2.0");
    assertThat(CurveFittingRule.fault(Double.NaN)).isPresent();
    assertThat(CurveFittingRule.fault(CurveFittingRule.score(-.93, true))).isEmpty();
    assertThat(CurveFittingRule.score(.07, false)).isCloseTo(.93, within(1e-12));
  }

  private static CurveFittingRule.Verdict judge(DoubleUnaryOperator curve, int n, double best) {
    CounterRandom noise = CounterRandom.of(1, "noise", n);
    List<Long> resources = new ArrayList<>();
    List<Double> scores = new ArrayList<>();
    for (long r = 1; r <= n; r++) {
      resources.add(r);
      double score = curve.applyAsDouble(r) + .001 * noise.nextGaussian();
      scores.add(Math.min(1, Math.max(0, score)));
    }
    return RULE.judge(resources, scores, 81, best, CounterRandom.of(2, "curve", 0));
  }
}
