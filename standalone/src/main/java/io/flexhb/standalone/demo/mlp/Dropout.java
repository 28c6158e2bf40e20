package io.flexhb.standalone.demo.mlp;

/**
 * Leaves out units at random and strengthens the others, so that nothing is to be done when the
 * trained network is used (inverted dropout; Srivastava et al. 2014).
 */
final class Dropout {

  private static final int CHUNK_BITS = 16;
  private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;
  private static final int CHUNKS = Long.SIZE / CHUNK_BITS;

  /** A unit goes when its 16 random bits are below this. */
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

  /** Takes slopes at the units back to before {@link #apply}; those left out are 0 already. */
  void scale(float[] slopes) {
    if (threshold == 0) {
      return;
    }
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] *= strengthening;
    }
  }
}
