package io.flexhb.simulator;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.DoubleParameter;
import io.flexhb.core.space.SearchSpace;
import java.util.List;
import java.util.Optional;

/**
 * The paper's toy function (FlexHB, appendix C.4): a quadratic bowl under one learning curve for
 * all, with noise that falls with the resource. To be minimised. The paper leaves the range of its
 * scale and the spread of its noise open; [0, 10] and {@code 10 phi / sqrt(e)} are ours.
 *
 * @param phi noise level: 0.2 or 0.5 in the paper, 0 for none
 */
public record ToyFunction(double phi) implements ObjectiveFunction {
  private static final double SCALE = 10;
  private static final double LARGEST_SUM = 100 + 25 + 10;

  /** x in [-10, 10], y in [0, 20], z in [0, 10]. */
  public static SearchSpace space() {
    return SearchSpace.of(
            List.of(parameter("x", -10, 10), parameter("y", 0, 20), parameter("z", 0, 10)))
        .orElseThrow();
  }

  private static DoubleParameter parameter(String name, double low, double high) {
    return new DoubleParameter(name, low, high, false, Optional.empty(), Optional.empty());
  }

  @Override
  public double value(Configuration configuration, long resource, long seed) {
    double noise = 0;
    if (phi > 0) {
      CounterRandom random = CounterRandom.of(seed, "toy/" + configuration.canonical(), resource);
      noise = SCALE * phi / Math.sqrt(resource) * random.nextGaussian();
    }
    return -SCALE * quality(configuration) - progress(resource) + noise;
  }

  /** What all configurations gain with training: rises with the resource and saturates. */
  static double progress(long resource) {
    return 32.935 - 20.02 / (1 + StrictMath.pow(resource / 2.569, 1.171));
  }

  /** In [0, 1]; 1 is best. */
  static double quality(Configuration configuration) {
    double x = number(configuration, "x");
    double y = number(configuration, "y") / 4;
    double z = number(configuration, "z");
    return (x * x + y * y + z) / LARGEST_SUM;
  }

  private static double number(Configuration configuration, String name) {
    return ((Number) configuration.values().get(name)).doubleValue();
  }
}
