package io.flexhb.standalone.demo.mlp;

/**
 * Images of digits with their labels.
 *
 * <p>Arrays are not copied: all networks of a demo read the same ones.
 */
final class LabelledImages {

  private final float[] pixels;
  private final byte[] labels;

  /**
   * @param pixels {@code labels.length * DigitsData.PIXELS} values in [0, 1], image after image
   * @param labels 0..9 for each image
   */
  LabelledImages(float[] pixels, byte[] labels) {
    this.pixels = pixels;
    this.labels = labels;
  }

  int size() {
    return labels.length;
  }

  int label(int image) {
    return labels[image];
  }

  float[] pixels() {
    return pixels;
  }

  /** Where the pixels of an image begin. */
  int offset(int image) {
    return image * DigitsData.PIXELS;
  }
}
