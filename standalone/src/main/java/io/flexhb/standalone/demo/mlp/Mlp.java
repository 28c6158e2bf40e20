package io.flexhb.standalone.demo.mlp;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A multilayer perceptron that learns digits: 64 inputs, two hidden layers of rectified linear
 * units, 10 softmax outputs; minibatch gradient descent with momentum, inverted dropout, weight
 * decay.
 *
 * <p>The same hyperparameters, data and seed give the same errors, bit by bit, in any JVM; so does
 * a network that was restored from a checkpoint. Not thread-safe.
 */
public final class Mlp {

  /** "MLP1". */
  private static final int CHECKPOINT_FORMAT = 0x4D4C5031;

  private static final int CHECKPOINT_HEADER = 5 * Integer.BYTES + Long.BYTES;

  private final MlpHyperparameters hyperparameters;
  private final DigitsData data;
  private final SplitMix64 random;
  private final DenseLayer first;
  private final DenseLayer second;
  private final DenseLayer last;
  private final List<DenseLayer> layers;
  private final Dropout dropout;
  private int epoch;

  // Reused from row to row.
  private final float[] hidden1;
  private final float[] hidden2;
  private final float[] outputs = new float[DigitsData.CLASSES];
  private final float[] slopes1;
  private final float[] slopes2;
  private final int[] order;

  /** An untrained network. */
  public Mlp(MlpHyperparameters hyperparameters, DigitsData data, long seed) {
    this.hyperparameters = hyperparameters;
    this.data = data;
    this.random = new SplitMix64(seed);
    this.first = new DenseLayer(DigitsData.PIXELS, hyperparameters.hidden1(), random);
    this.second = new DenseLayer(hyperparameters.hidden1(), hyperparameters.hidden2(), random);
    this.last = new DenseLayer(hyperparameters.hidden2(), DigitsData.CLASSES, random);
    this.layers = List.of(first, second, last);
    this.dropout = new Dropout(hyperparameters.dropout());
    this.hidden1 = new float[hyperparameters.hidden1()];
    this.hidden2 = new float[hyperparameters.hidden2()];
    this.slopes1 = new float[hyperparameters.hidden1()];
    this.slopes2 = new float[hyperparameters.hidden2()];
    this.order = new int[data.training().size()];
  }

  /** Epochs trained so far. */
  public int epoch() {
    return epoch;
  }

  /**
   * Trains on each training image once.
   *
   * @return the mean loss (cross-entropy, in nats) over the epoch, each row's as it was before its
   *     step; NaN when the training has diverged
   */
  public double trainEpoch() {
    float learningRate = (float) hyperparameters.learningRateAt(epoch);
    random.fillWithPermutation(order);
    double loss = 0;
    for (int start = 0; start < order.length; start += hyperparameters.batchSize()) {
      int end = Math.min(start + hyperparameters.batchSize(), order.length);
      for (int i = start; i < end; i++) {
        loss += accumulate(order[i]);
      }
      for (DenseLayer layer : layers) {
        layer.step(
            end - start,
            learningRate,
            (float) hyperparameters.momentum(),
            (float) hyperparameters.weightDecay());
      }
    }
    epoch++;
    return Double.isFinite(loss) ? loss / order.length : Double.NaN;
  }

  /** Adds the gradient of one training image, and returns its loss. */
  private double accumulate(int image) {
    LabelledImages images = data.training();
    float[] pixels = images.pixels();
    int offset = images.offset(image);
    first.forward(pixels, offset, hidden1);
    rectify(hidden1);
    dropout.apply(hidden1, random);
    second.forward(hidden1, 0, hidden2);
    rectify(hidden2);
    dropout.apply(hidden2, random);
    last.forward(hidden2, 0, outputs);
    double loss = toLossSlopes(outputs, images.label(image));

    last.accumulate(hidden2, 0, outputs);
    last.backward(outputs, hidden2, slopes2);
    dropout.scale(slopes2);
    second.accumulate(hidden1, 0, slopes2);
    second.backward(slopes2, hidden1, slopes1);
    dropout.scale(slopes1);
    first.accumulate(pixels, offset, slopes1);
    return loss;
  }

  private static void rectify(float[] values) {
    for (int i = 0; i < values.length; i++) {
      // Not "v > 0 ? v : 0": that would turn the NaN of a diverged network into a healthy 0.
      values[i] = Math.max(0, values[i]);
    }
  }

  /** Turns outputs into the slope of the cross-entropy at each of them, and returns the loss. */
  private static double toLossSlopes(float[] outputs, int label) {
    float largest = Float.NEGATIVE_INFINITY;
    for (float output : outputs) {
      largest = Math.max(largest, output);
    }
    double loss = largest - outputs[label];
    float sum = 0;
    for (int j = 0; j < outputs.length; j++) {
      outputs[j] = (float) StrictMath.exp(outputs[j] - largest);
      sum += outputs[j];
    }
    for (int j = 0; j < outputs.length; j++) {
      outputs[j] /= sum;
    }
    outputs[label] -= 1;
    return loss + StrictMath.log(sum);
  }

  /** Share of misclassified validation images, in [0, 1]; NaN when training has diverged. */
  public double validationError() {
    return errorOn(data.validation());
  }

  /** Share of misclassified test images, in [0, 1]; NaN when training has diverged. */
  public double testError() {
    return errorOn(data.test());
  }

  private double errorOn(LabelledImages images) {
    int wrong = 0;
    for (int image = 0; image < images.size(); image++) {
      first.forward(images.pixels(), images.offset(image), hidden1);
      rectify(hidden1);
      second.forward(hidden1, 0, hidden2);
      rectify(hidden2);
      last.forward(hidden2, 0, outputs);
      int answer = 0;
      for (int j = 0; j < outputs.length; j++) {
        if (!Float.isFinite(outputs[j])) {
          return Double.NaN;
        }
        answer = outputs[j] > outputs[answer] ? j : answer;
      }
      wrong += answer == images.label(image) ? 0 : 1;
    }
    return (double) wrong / images.size();
  }

  /**
   * The complete state needed to continue as if training had never paused. Its size grows with the
   * hidden layers: 40 kB for 32 and 32 units, 210 kB for 128 and 128.
   */
  public byte[] checkpoint() {
    int floats = layers.stream().mapToInt(DenseLayer::savedSize).sum();
    ByteBuffer buffer = ByteBuffer.allocate(CHECKPOINT_HEADER + floats * Float.BYTES);
    buffer.putInt(CHECKPOINT_FORMAT);
    layers.forEach(layer -> buffer.putInt(layer.outputs()));
    buffer.putInt(epoch).putLong(random.state());
    FloatBuffer values = buffer.asFloatBuffer();
    layers.forEach(layer -> layer.save(values));
    return buffer.array();
  }

  /**
   * Restores the state of a network with the same hidden layers. The other hyperparameters may
   * differ; they apply from the next epoch on.
   *
   * @throws IllegalArgumentException when the bytes are not a checkpoint of such a network
   */
  public void restore(byte[] checkpoint) {
    ByteBuffer buffer = ByteBuffer.wrap(checkpoint);
    int floats = layers.stream().mapToInt(DenseLayer::savedSize).sum();
    if (checkpoint.length < CHECKPOINT_HEADER || buffer.getInt() != CHECKPOINT_FORMAT) {
      throw new IllegalArgumentException("These bytes are not a checkpoint of a network");
    }
    int[] units = {buffer.getInt(), buffer.getInt(), buffer.getInt()};
    int[] expected = layers.stream().mapToInt(DenseLayer::outputs).toArray();
    if (!Arrays.equals(units, expected)
        || checkpoint.length != CHECKPOINT_HEADER + floats * Float.BYTES) {
      throw new IllegalArgumentException(
          "The checkpoint is of a network with layers "
              + Arrays.toString(units)
              + ", this one has "
              + Arrays.toString(expected));
    }
    epoch = buffer.getInt();
    random.restore(buffer.getLong());
    FloatBuffer values = buffer.asFloatBuffer();
    layers.forEach(layer -> layer.restore(values));
  }

  /**
   * For the gradient check: the summed loss of the first training images, with its gradients, and
   * the same units dropped at each call.
   */
  double accumulateFirst(int images) {
    long state = random.state();
    layers.forEach(DenseLayer::forgetGradients);
    double loss = 0;
    for (int image = 0; image < images; image++) {
      loss += accumulate(image);
    }
    random.restore(state);
    return loss;
  }

  List<DenseLayer> layers() {
    return layers;
  }
}
