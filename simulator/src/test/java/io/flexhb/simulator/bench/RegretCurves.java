package io.flexhb.simulator.bench;

import io.flexhb.simulator.Incumbent;
import io.flexhb.simulator.SimulationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How the regret of a method falls with what was trained, over several seeds.
 *
 * @param budget resource units of each run
 * @param seeds one curve for each seed
 */
record RegretCurves(long budget, List<Curve> seeds) {

  RegretCurves {
    seeds = List.copyOf(seeds);
  }

  static RegretCurves of(long budget, List<Curve> seeds) {
    return new RegretCurves(budget, seeds);
  }

  /** A new regret, and the units trained when it was found. */
  record Point(long trained, double regret) {}

  /**
   * One run.
   *
   * @param points in the order they were found
   * @param trained units trained in all
   */
  record Curve(List<Point> points, long trained) {

    static Curve of(SearchProblem problem, SimulationResult result) {
      List<Point> points = new ArrayList<>();
      for (Incumbent incumbent : result.incumbents()) {
        points.add(new Point(incumbent.trained(), problem.regret(result, incumbent)));
      }
      return new Curve(points, result.trained());
    }

    /** The regret once so many units were trained; infinite before the first value at R. */
    double after(double units) {
      double regret = Double.POSITIVE_INFINITY;
      for (Point point : points) {
        if (point.trained() > units) {
          break;
        }
        regret = point.regret();
      }
      return regret;
    }
  }

  /** The regret of each seed at a share of the budget. */
  double[] at(double share) {
    return seeds.stream().mapToDouble(curve -> curve.after(share * budget)).toArray();
  }

  /** Units trained until the first value at R, mean over the seeds. */
  double firstFull() {
    return mean(curve -> curve.points().get(0).trained());
  }

  /** Units trained in all, mean over the seeds. */
  double trained() {
    return mean(Curve::trained);
  }

  /**
   * What the other needs for its last mean regret, over what this needs for it; close to 0 when
   * this never gets there.
   */
  double speedUpOver(RegretCurves other) {
    double goal = other.mean(curve -> curve.after(budget));
    return (double) other.reaches(goal) / reaches(goal);
  }

  /** The first unit by which the mean regret is no more than this. */
  private long reaches(double goal) {
    for (long units = 1; units <= budget; units++) {
      long trained = units;
      if (mean(curve -> curve.after(trained)) <= goal) {
        return units;
      }
    }
    return Long.MAX_VALUE;
  }

  private double mean(ToDoubleFunction<Curve> of) {
    return seeds.stream().mapToDouble(of).average().orElseThrow();
  }
}
