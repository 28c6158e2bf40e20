package io.flexhb.standalone.demo.mlp;

/**
 * Drops units at random and scales up the others, so that the trained network needs no scaling
 * (inverted dropout; Srivastava et al. 2014).
 */
final class Dropout {

  private static final int CHUNK_BITS = 16;
  private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;
  private static final int CHUNKS = Long.SIZE / CHUNK_BITS;

  /** A unit is dropped when its 16 random bits are below this. */
  private final int threshold;

  private final float strengthening;

  Dropout(double share) {
    this.threshold = (int) Math.round(share * (1 << CHUNK_BITS));
    this.strengthening = (float) (1 / (1 - share));
  }

  void apply(float[] units, SplitMix64 random) {
    if (threshold == 0) {
      return;
    }
    for (int start = 0; start < units.length; start += CHUNKS) {
      long bits = random.nextLong();
      int end = Math.min(start + CHUNKS, units.length);
      for (int i = start; i < end; i++) {
        units[i] = (bits & CHUNK_MASK) < threshold ? 0 : units[i] * strengthening;
        bits >>>= CHUNK_BITS;
      }
    }
  }

  /**
   * Scales the gradients at the units as {@link #apply} scales the units; dropped ones are already
   * 0.
   */
  void scale(float[] slopes) {
    if (threshold == 0) {
      return;
    }
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] *= strengthening;
    }
  }
}
