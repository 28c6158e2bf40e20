package io.flexhb.core.schedule;

import java.util.Arrays;
import org.apache.commons.math3.fitting.leastsquares.ValueAndJacobianFunction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.util.Pair;

/**
 * A family of curves at fixed resources as a function of its parameters, with forward differences
 * for slopes. Computes each power once, because powers take most of the time of a fit.
 */
final class LearningCurveModel implements ValueAndJacobianFunction {
  private final LearningCurve family;
  private final double[] x;

  /** Where the curve was computed last. */
  private double[] parameters = {};

  private final double[] powers;
  private final double[] values;

  LearningCurveModel(LearningCurve family, double[] x) {
    this.family = family;
    this.x = x;
    this.powers = new double[x.length];
    this.values = new double[x.length];
  }

  @Override
  public Pair<RealVector, RealMatrix> value(RealVector point) {
    double[] p = point.toArray();
    return new Pair<>(computeValue(p), computeJacobian(p));
  }

  @Override
  public RealVector computeValue(double[] p) {
    moveTo(p);
    return new ArrayRealVector(values);
  }

  @Override
  public RealMatrix computeJacobian(double[] p) {
    moveTo(p);
    double[][] slopes = new double[x.length][p.length];
    for (int j = 0; j < p.length; j++) {
      double step = 1e-6 * Math.max(1, Math.abs(p[j]));
      double[] moved = p.clone();
      moved[j] += step;
      boolean changesPowers = family.isInPower(j);
      for (int i = 0; i < x.length; i++) {
        double power = changesPowers ? family.power(x[i], moved) : powers[i];
        slopes[i][j] = (family.at(x[i], power, moved) - values[i]) / step;
      }
    }
    return new Array2DRowRealMatrix(slopes, false);
  }

  private void moveTo(double[] p) {
    if (Arrays.equals(parameters, p)) {
      return;
    }
    parameters = p.clone();
    for (int i = 0; i < x.length; i++) {
      powers[i] = family.power(x[i], p);
      values[i] = family.at(x[i], powers[i], p);
    }
  }
}
