package io.flexhb.load;

/**
 * The synthetic objective of the FlexHB paper, appendix C.4: a quality of the configuration plus a
 * common learning curve plus noise that shrinks with training. To be minimised.
 *
 * <p>{@code t = -10 q - b(e) + noise}, {@code q = (x^2 + (y/4)^2 + z) / 135}, {@code b(e) = 32.935
 * - 20.02 / (1 + (e/2.569)^1.171)}, noise ~ N(0, sigma^2), {@code sigma = 10 phi / sqrt(e)}. The
 * paper leaves open to which range q is scaled and what sigma is; [0,10] and this sigma are ours.
 *
 * @param phi strength of the noise; the paper uses 0.2 and 0.5
 * @param seed of the noise
 */
public record ToyFunction(double phi, long seed) {

  private static final double LARGEST_SUM = 100 + 25 + 10;
  private static final double SCALE = 10;

  /** Checks that the strength of the noise is a number from 0. */
  public ToyFunction {
    if (!(phi >= 0) || Double.isInfinite(phi)) {
      throw new IllegalArgumentException("phi " + phi + ": give a number from 0, e.g. 0.2");
    }
  }

  /**
   * The value at an epoch; always the same for the same arguments, in any JVM.
   *
   * @param x in [-10, 10]
   * @param y in [0, 20]
   * @param z in [0, 10]
   * @param epoch from 1
   */
  public double value(double x, double y, double z, long epoch) {
    double sigma = SCALE * phi / StrictMath.sqrt(epoch);
    return mean(x, y, z, epoch) + sigma * gaussian(x, y, z, epoch);
  }

  /** The value without noise. */
  public double mean(double x, double y, double z, long epoch) {
    double quality = (x * x + (y / 4) * (y / 4) + z) / LARGEST_SUM;
    double curve = 32.935 - 20.02 / (1 + StrictMath.pow(epoch / 2.569, 1.171));
    return -SCALE * quality - curve;
  }

  /** Box-Muller on a hash of all that the noise depends on: no state, any order of evaluation. */
  private double gaussian(double x, double y, double z, long epoch) {
    long hash = mix(seed);
    hash = mix(hash ^ Double.doubleToLongBits(x));
    hash = mix(hash ^ Double.doubleToLongBits(y));
    hash = mix(hash ^ Double.doubleToLongBits(z));
    hash = mix(hash ^ epoch);
    double radius = StrictMath.sqrt(-2 * StrictMath.log(uniform(hash)));
    return radius * StrictMath.cos(2 * StrictMath.PI * uniform(mix(hash)));
  }

  /** In (0, 1]: its logarithm is finite. */
  private static double uniform(long hash) {
    return ((hash >>> 11) + 1) * 0x1.0p-53;
  }

  /** A bijection that spreads every bit over all (SplitMix64, Steele et al. 2014). */
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
