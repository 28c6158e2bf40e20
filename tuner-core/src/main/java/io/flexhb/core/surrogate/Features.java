package io.flexhb.core.surrogate;

import io.flexhb.core.space.Encoder;
import java.util.Arrays;

/**
 * The columns a forest learns from.
 *
 * @param categories for each column the number of category indices, or 0 for a number
 */
public record Features(int[] categories) {
  public Features {
    categories = categories.clone();
  }

  /** The columns of encoded configurations; "does not exist" is one more category. */
  public static Features of(Encoder encoder) {
    boolean[] nominal = encoder.nominal();
    long[] sizes = encoder.sizes();
    int[] categories = new int[nominal.length];
    for (int i = 0; i < nominal.length; i++) {
      categories[i] = nominal[i] ? (int) sizes[i] + 1 : 0;
    }
    return new Features(categories);
  }

  /** These columns and one more number at the end. */
  public Features withNumber() {
    return new Features(Arrays.copyOf(categories, categories.length + 1));
  }

  /** Number of columns. */
  public int count() {
    return categories.length;
  }

  /** Whether a column holds category indices. */
  public boolean isNominal(int column) {
    return categories[column] > 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Features that && Arrays.equals(categories, that.categories);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(categories);
  }
}
