package io.flexhb.standalone.demo.mlp;

/**
 * Random numbers whose whole state is one long, so that a checkpoint can hold it.
 *
 * <p>Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014. The generators
 * of {@code java.util} do not expose their state.
 */
final class SplitMix64 {

  private long state;

  SplitMix64(long state) {
    this.state = state;
  }

  long state() {
    return state;
  }

  void restore(long savedState) {
    state = savedState;
  }

  long nextLong() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Uniform in [0, 1), with the 24 bits a float holds. */
  float nextFloat() {
    return (nextLong() >>> 40) * 0x1p-24f;
  }

  /** Uniform in [0, bound), up to a bias of bound / 2^32. */
  int nextInt(int bound) {
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  /** Fills with 0, 1, 2 ... in random order. */
  void fillWithPermutation(int[] order) {
    for (int i = 0; i < order.length; i++) {
      int j = nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
  }
}
