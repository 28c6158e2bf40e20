package io.flexhb.core.schedule;

import io.flexhb.core.random.CounterRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.exception.ConvergenceException;
import org.apache.commons.math3.exception.TooManyEvaluationsException;
import org.apache.commons.math3.exception.TooManyIterationsException;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;

/**
 * Stops a trial whose learning curve is unlikely to beat the best one (Domhan et al. 2015): eleven
 * parametric families fitted by least squares, weighted by how well they fit, with the spread of a
 * residual bootstrap.
 *
 * <p>Scores are qualities in [0, 1], larger is better: an accuracy, or one minus an error. Other
 * objectives have no such curves; {@link #fault} reports that.
 *
 * @param minProbability a trial continues when its score at R beats the best with at least this
 *     probability
 * @param minPoints trials with fewer reported scores are never judged
 * @param bootstraps resampled fits for each family
 */
public record CurveFittingRule(double minProbability, int minPoints, int bootstraps) {
  private static final int MAX_ITERATIONS = 60;
  private static final double SMALLEST_SQUARE = 1e-10;

  public CurveFittingRule {
    if (!(minProbability > 0 && minProbability < 1)) {
      throw new IllegalArgumentException("minProbability must be in (0, 1): " + minProbability);
    }
    if (minPoints < 4) {
      throw new IllegalArgumentException("minPoints must be at least 4, was " + minPoints);
    }
    if (bootstraps < 1) {
      throw new IllegalArgumentException("bootstraps must be at least 1, was " + bootstraps);
    }
  }

  /** Probability 0.05, five scores, 20 bootstraps. */
  public static CurveFittingRule defaults() {
    return new CurveFittingRule(0.05, 5, 20);
  }

  /**
   * The verdict of the rule.
   *
   * @param stop whether to stop
   * @param probability that the score at R beats the best; NaN when the rule does not apply
   * @param expected the weighted prediction at R; NaN when the rule does not apply
   * @param reason as text
   */
  public record Verdict(boolean stop, double probability, double expected, String reason) {}

  /**
   * The score of a minimized value: its negative for a maximized objective, otherwise one minus it.
   */
  public static double score(double minimised, boolean maximised) {
    return maximised ? 0.0 - minimised : 1 - minimised;
  }

  /** Why this rule cannot use a score; empty if it can. */
  public static Optional<String> fault(double score) {
    return score >= 0 && score <= 1
        ? Optional.empty()
        : Optional.of(
            "curve fitting needs an objective in [0, 1], the score was "
                + score
                + "; report an accuracy or error rate, or use median stopping");
  }

  /**
   * Judges a trial at the last resource it reported.
   *
   * @param resources where it has scores, ascending, positive
   * @param scores in [0, 1], as many
   * @param best score to beat at R
   * @throws IllegalArgumentException for a score outside [0, 1]
   */
  public Verdict judge(
      List<Long> resources,
      List<Double> scores,
      long maxResource,
      double best,
      CounterRandom random) {
    if (resources.size() != scores.size()) {
      throw new IllegalArgumentException("need as many resources as scores");
    }
    for (double score : scores) {
      fault(score)
          .ifPresent(
              message -> {
                throw new IllegalArgumentException(message);
              });
    }
    if (scores.size() < minPoints) {
      return new Verdict(
          false, Double.NaN, Double.NaN, scores.size() + " of " + minPoints + " scores");
    }
    double first = resources.get(0);
    double[] x = resources.stream().mapToDouble(r -> r / first).toArray();
    double[] y = scores.stream().mapToDouble(Double::doubleValue).toArray();
    return judge(x, y, maxResource / first, best, random);
  }

  private Verdict judge(double[] x, double[] y, double end, double best, CounterRandom random) {
    List<Fit> fits = new ArrayList<>();
    for (LearningCurve family : LearningCurve.values()) {
      if (family.parameters() < y.length) {
        fit(family, x, y, family.start()).ifPresent(fits::add);
      }
    }
    if (fits.isEmpty()) {
      return new Verdict(false, Double.NaN, Double.NaN, "no family of curves could be fitted");
    }
    double lowest = fits.stream().mapToDouble(Fit::criterion).min().orElseThrow();
    double weights = 0;
    double probability = 0;
    double expected = 0;
    for (Fit fit : fits) {
      double weight = StrictMath.exp(-0.5 * (fit.criterion() - lowest));
      weights += weight;
      expected += weight * fit.at(end);
      probability += weight * probabilityAbove(fit, x, end, best, random);
    }
    probability /= weights;
    boolean stop = probability < minProbability;
    String comparison = stop ? "below" : "at least";
    return new Verdict(
        stop,
        probability,
        expected / weights,
        "the chance to beat the best is "
            + comparison
            + " "
            + minProbability
            + ", by "
            + fits.size()
            + " families of curves");
  }

  private double probabilityAbove(
      Fit fit, double[] x, double end, double best, CounterRandom random) {
    double above = 0;
    for (int b = 0; b < bootstraps; b++) {
      double[] resampled = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        resampled[i] = fit.at(x[i]) + fit.residuals()[random.nextInt(x.length)];
      }
      // A resample that cannot be fitted keeps the curve and varies only by its noise.
      Fit again = fit(fit.family(), x, resampled, fit.parameters()).orElse(fit);
      double noise = fit.residuals()[random.nextInt(x.length)];
      above += again.at(end) + noise > best ? 1 : 0;
    }
    return above / bootstraps;
  }

  /** A fitted curve. */
  private record Fit(
      LearningCurve family, double[] parameters, double[] residuals, double criterion) {
    double at(double x) {
      return Math.min(1, Math.max(0, family.at(x, parameters)));
    }
  }

  private static Optional<Fit> fit(LearningCurve family, double[] x, double[] y, double[] start) {
    double[] found;
    try {
      found =
          new LevenbergMarquardtOptimizer()
              .optimize(
                  new LeastSquaresBuilder()
                      .start(start)
                      .model(new LearningCurveModel(family, x))
                      .target(y)
                      .lazyEvaluation(true) // slopes only where a step was good
                      .maxEvaluations(2 * MAX_ITERATIONS)
                      .maxIterations(MAX_ITERATIONS)
                      .build())
              .getPoint()
              .toArray();
    } catch (ConvergenceException | TooManyEvaluationsException | TooManyIterationsException e) {
      return Optional.empty(); // other families stand in; how many were used is in the reason
    }
    double[] residuals = new double[y.length];
    double squares = 0;
    for (int i = 0; i < y.length; i++) {
      residuals[i] = y[i] - family.at(x[i], found);
      squares += residuals[i] * residuals[i];
    }
    if (!Double.isFinite(squares)) {
      return Optional.empty();
    }
    // Akaike's criterion.
    double criterion =
        y.length * StrictMath.log(Math.max(SMALLEST_SQUARE, squares / y.length))
            + 2 * family.parameters();
    return Optional.of(new Fit(family, found, residuals, criterion));
  }
}
