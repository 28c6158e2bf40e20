package io.flexhb.standalone.demo.mlp;

import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * A fully connected layer with its gradients and its momentum.
 *
 * <p>Weights are stored {@code [input][output]}: every hot loop then runs along one row, without a
 * sum carried from step to step, which is what the JIT compiler can vectorise; and an input of 0 (a
 * dark pixel, a unit that is off) costs nothing.
 */
final class DenseLayer {

  private final int inputs;
  private final int outputs;
  private final float[] weights;
  private final float[] biases;
  private final float[] weightVelocities;
  private final float[] biasVelocities;
  private final float[] weightGradients;
  private final float[] biasGradients;

  /** A layer with small random weights (He et al. 2015, for ReLU) and biases 0. */
  DenseLayer(int inputs, int outputs, SplitMix64 random) {
    this.inputs = inputs;
    this.outputs = outputs;
    this.weights = new float[inputs * outputs];
    this.biases = new float[outputs];
    this.weightVelocities = new float[inputs * outputs];
    this.biasVelocities = new float[outputs];
    this.weightGradients = new float[inputs * outputs];
    this.biasGradients = new float[outputs];
    float limit = (float) Math.sqrt(6.0 / inputs);
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (2 * random.nextFloat() - 1) * limit;
    }
  }

  int outputs() {
    return outputs;
  }

  /**
   * Computes the layer for one row.
   *
   * @param input the values at {@code offset} and after
   * @param output filled with {@code outputs} values, before any activation function
   */
  void forward(float[] input, int offset, float[] output) {
    System.arraycopy(biases, 0, output, 0, outputs);
    for (int i = 0; i < inputs; i++) {
      float value = input[offset + i];
      if (value != 0) {
        addScaledRow(weights, i * outputs, value, output);
      }
    }
  }

  private static void addScaledRow(float[] matrix, int row, float factor, float[] sum) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += factor * matrix[row + j];
    }
  }

  /** Adds one row's share to the gradients, given the slope of the loss at each output. */
  void accumulate(float[] input, int offset, float[] slopes) {
    for (int j = 0; j < outputs; j++) {
      biasGradients[j] += slopes[j];
    }
    for (int i = 0; i < inputs; i++) {
      float value = input[offset + i];
      if (value != 0) {
        addToRow(weightGradients, i * outputs, value, slopes);
      }
    }
  }

  private static void addToRow(float[] matrix, int row, float factor, float[] slopes) {
    for (int j = 0; j < slopes.length; j++) {
      matrix[row + j] += factor * slopes[j];
    }
  }

  /** The slope of the loss at each input that is on; at the others it is left 0. */
  void backward(float[] slopes, float[] input, float[] inputSlopes) {
    for (int i = 0; i < inputs; i++) {
      inputSlopes[i] = input[i] != 0 ? dot(weights, i * outputs, slopes) : 0;
    }
  }

  /** Keeps four sums, since otherwise each addition would wait for the previous one. */
  private static float dot(float[] matrix, int row, float[] vector) {
    float a = 0;
    float b = 0;
    float c = 0;
    float d = 0;
    int j = 0;
    for (; j + 3 < vector.length; j += 4) {
      a += matrix[row + j] * vector[j];
      b += matrix[row + j + 1] * vector[j + 1];
      c += matrix[row + j + 2] * vector[j + 2];
      d += matrix[row + j + 3] * vector[j + 3];
    }
    for (; j < vector.length; j++) {
      a += matrix[row + j] * vector[j];
    }
    return (a + b) + (c + d);
  }

  /** Takes one step down the mean gradient of the accumulated rows, and clears it. */
  void step(int rows, float learningRate, float momentum, float weightDecay) {
    float scale = learningRate / rows;
    float shrink = learningRate * weightDecay;
    for (int i = 0; i < weights.length; i++) {
      float velocity =
          momentum * weightVelocities[i] - scale * weightGradients[i] - shrink * weights[i];
      weightVelocities[i] = velocity;
      weights[i] += velocity;
    }
    for (int j = 0; j < outputs; j++) {
      float velocity = momentum * biasVelocities[j] - scale * biasGradients[j];
      biasVelocities[j] = velocity;
      biases[j] += velocity;
    }
    forgetGradients();
  }

  void forgetGradients() {
    Arrays.fill(weightGradients, 0);
    Arrays.fill(biasGradients, 0);
  }

  /** Number of floats that {@link #save} writes. */
  int savedSize() {
    return 2 * (weights.length + biases.length);
  }

  void save(FloatBuffer target) {
    target.put(weights).put(biases).put(weightVelocities).put(biasVelocities);
  }

  void restore(FloatBuffer source) {
    source.get(weights).get(biases).get(weightVelocities).get(biasVelocities);
    forgetGradients();
  }

  /** For the gradient check: the live arrays. */
  float[] weights() {
    return weights;
  }

  /** For the gradient check: the live arrays. */
  float[] weightGradients() {
    return weightGradients;
  }
}
