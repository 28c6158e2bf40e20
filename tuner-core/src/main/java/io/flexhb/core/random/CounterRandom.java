package io.flexhb.core.random;

/**
 * A random stream that is a pure function of (seed, purpose, counter).
 *
 * <p>The generator is counter based in the manner of Salmon et al. 2011: output number {@code i} is
 * a hash of a 128-bit key and {@code i}, so two streams never run into one another, whatever their
 * length. Mixing is SplitMix64's finaliser (Steele et al. 2014). All results are the same in every
 * JVM: integer arithmetic, IEEE operations and {@link StrictMath} only.
 *
 * <p>A stream remembers only its position. It is cheap to make, and belongs to one thread.
 */
public final class CounterRandom {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double DOUBLE_UNIT = 0x1.0p-53;

  private final long keyHigh;
  private final long keyLow;
  private long position;

  private CounterRandom(long keyHigh, long keyLow) {
    this.keyHigh = keyHigh;
    this.keyLow = keyLow;
  }

  /**
   * The stream for one use of random numbers.
   *
   * @param seed the study's seed
   * @param purpose what the numbers are for, for example {@code "glosh"}; streams of different
   *     purposes are independent
   * @param counter which of the uses with this purpose
   */
  public static CounterRandom of(long seed, String purpose, long counter) {
    long a = mix(seed ^ 0x243F6A8885A308D3L);
    long b = mix(seed + 0x13198A2E03707344L);
    for (int i = 0; i < purpose.length(); i++) {
      a = mix(a + GOLDEN_GAMMA * (purpose.charAt(i) + 1L));
      b = mix(b ^ (GOLDEN_GAMMA + purpose.charAt(i)));
    }
    a = mix(a ^ mix(purpose.length()));
    return new CounterRandom(mix(a + GOLDEN_GAMMA * counter), mix(b ^ mix(counter + GOLDEN_GAMMA)));
  }

  /** The next 64 uniform bits. */
  public long nextLong() {
    return mix(keyHigh ^ mix(keyLow + GOLDEN_GAMMA * ++position));
  }

  /** Uniform in [0, 1), a multiple of 2^-53. */
  public double nextDouble() {
    return (nextLong() >>> 11) * DOUBLE_UNIT;
  }

  /**
   * Uniform in 0 .. bound-1, without modulo bias.
   *
   * @throws IllegalArgumentException when bound is not positive
   */
  public int nextInt(int bound) {
    return (int) nextLong(bound);
  }

  /**
   * Uniform in 0 .. bound-1, without modulo bias.
   *
   * @throws IllegalArgumentException when bound is not positive
   */
  public long nextLong(long bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound must be positive, was " + bound);
    }
    while (true) {
      long bits = nextLong() >>> 1;
      long value = bits % bound;
      // Negative only when bits fall into the incomplete last block of size bound.
      if (bits - value + (bound - 1) >= 0) {
        return value;
      }
    }
  }

  /** Standard normal (Box-Muller, two uniforms for each value, so that streams stay in step). */
  public double nextGaussian() {
    double radius = Math.sqrt(-2 * StrictMath.log(1 - nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * nextDouble());
  }

  /** True with the given probability; never for 0, always for 1. */
  public boolean nextBoolean(double probability) {
    return nextDouble() < probability;
  }

  /** Puts the array into a uniformly drawn order (Fisher-Yates). */
  public void shuffle(int[] values) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = nextInt(i + 1);
      int swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
