package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LearningCurveModelTest {
  private static final double[] X = {2, 5, 11};

  /** To the last bit, because stored decisions depend on it. */
  @ParameterizedTest
  @EnumSource(LearningCurve.class)
  void shouldBeTheCurveAndItsForwardDifferences(LearningCurve family) {
    LearningCurveModel model = new LearningCurveModel(family, X);
    double[] p = family.start();
    model.computeValue(new double[p.length]);

    double[][] slopes = model.computeJacobian(p).getData();

    assertThat(model.computeValue(p).toArray()).isEqualTo(values(family, p));
    for (int j = 0; j < p.length; j++) {
      double step = 1e-6 * Math.max(1, Math.abs(p[j]));
      double[] moved = p.clone();
      moved[j] += step;
      for (int i = 0; i < X.length; i++) {
        assertThat(slopes[i][j])
            .as("parameter %d at %s", j, X[i])
            .isEqualTo((values(family, moved)[i] - values(family, p)[i]) / step);
      }
    }
  }

  private static double[] values(LearningCurve family, double[] p) {
    double[] values = new double[X.length];
    for (int i = 0; i < X.length; i++) {
      values[i] = family.at(X[i], p);
    }
    return values;
  }
}
