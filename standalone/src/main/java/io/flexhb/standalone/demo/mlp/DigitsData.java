package io.flexhb.standalone.demo.mlp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Optical digits: 1797 images of 8 by 8 pixels with their labels 0..9, in a fixed split into
 * training, validation and test images.
 *
 * <p>Source: Alpaydin and Kaynak, "Optical Recognition of Handwritten Digits", UCI Machine Learning
 * Repository, 1998; the part that scikit-learn ships.
 */
public final class DigitsData {

  /** Pixels of an image, the inputs of a network. */
  static final int PIXELS = 64;

  /** Digits, the outputs of a network. */
  static final int CLASSES = 10;

  private static final String RESOURCE = "digits.csv.gz";
  private static final float LARGEST_PIXEL = 16f;
  private static final int VALIDATION_SIZE = 400;
  private static final int TEST_SIZE = 300;
  private static final long SPLIT_SEED = 1;

  private final LabelledImages training;
  private final LabelledImages validation;
  private final LabelledImages test;

  private DigitsData(LabelledImages training, LabelledImages validation, LabelledImages test) {
    this.training = training;
    this.validation = validation;
    this.test = test;
  }

  /** The data, the same split at each call. */
  public static DigitsData load() {
    List<String> rows = readRows();
    int[] order = shuffledOrder(rows.size());
    int validationEnd = VALIDATION_SIZE;
    int testEnd = VALIDATION_SIZE + TEST_SIZE;
    return new DigitsData(
        parse(rows, order, testEnd, rows.size()),
        parse(rows, order, 0, validationEnd),
        parse(rows, order, validationEnd, testEnd));
  }

  private static List<String> readRows() {
    try (InputStream resource = DigitsData.class.getResourceAsStream(RESOURCE);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(resource), StandardCharsets.US_ASCII))) {
      return reader.lines().filter(row -> !row.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("The jar's own " + RESOURCE + " cannot be read", e);
    }
  }

  private static int[] shuffledOrder(int size) {
    int[] order = new int[size];
    new SplitMix64(SPLIT_SEED).fillWithPermutation(order);
    return order;
  }

  private static LabelledImages parse(List<String> rows, int[] order, int from, int to) {
    float[] pixels = new float[(to - from) * PIXELS];
    byte[] labels = new byte[to - from];
    for (int image = 0; image < labels.length; image++) {
      String[] values = rows.get(order[from + image]).split(",");
      for (int pixel = 0; pixel < PIXELS; pixel++) {
        pixels[image * PIXELS + pixel] = Float.parseFloat(values[pixel]) / LARGEST_PIXEL;
      }
      labels[image] = Byte.parseByte(values[PIXELS]);
    }
    return new LabelledImages(pixels, labels);
  }

  /** The training images: 1097. */
  LabelledImages training() {
    return training;
  }

  /** The validation images, on which configurations are compared: 400. */
  LabelledImages validation() {
    return validation;
  }

  /** The test images, on which no choice ever depends: 300. */
  LabelledImages test() {
    return test;
  }
}
