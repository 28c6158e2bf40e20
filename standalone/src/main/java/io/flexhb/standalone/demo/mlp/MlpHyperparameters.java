package io.flexhb.standalone.demo.mlp;

/**
 * The hyperparameters of an {@link Mlp}.
 *
 * @param learningRate step size of the first epoch, greater than 0
 * @param learningRateDecay factor on the step size from epoch to epoch, in (0, 1]
 * @param momentum share of the last step that is kept, in [0, 1)
 * @param hidden1 units of the first hidden layer, at least 1
 * @param hidden2 units of the second hidden layer, at least 1
 * @param batchSize rows per step, at least 1
 * @param dropout share of hidden units left out of each row's training, in [0, 1)
 * @param weightDecay factor of the squared-weight penalty, at least 0
 */
public record MlpHyperparameters(
    double learningRate,
    double learningRateDecay,
    double momentum,
    int hidden1,
    int hidden2,
    int batchSize,
    double dropout,
    double weightDecay) {

  /**
   * The defaults: plain stochastic gradient descent with a learning rate of 0.01 and batches of 32,
   * as in common frameworks, and layers of medium size.
   */
  public static final MlpHyperparameters DEFAULT =
      new MlpHyperparameters(0.01, 1, 0, 32, 32, 32, 0, 0);

  /**
   * @throws IllegalArgumentException when a value is out of its range
   */
  public MlpHyperparameters {
    require(learningRate > 0 && Double.isFinite(learningRate), "learningRate", learningRate);
    require(
        learningRateDecay > 0 && learningRateDecay <= 1, "learningRateDecay", learningRateDecay);
    require(momentum >= 0 && momentum < 1, "momentum", momentum);
    require(hidden1 >= 1, "hidden1", hidden1);
    require(hidden2 >= 1, "hidden2", hidden2);
    require(batchSize >= 1, "batchSize", batchSize);
    require(dropout >= 0 && dropout < 1, "dropout", dropout);
    require(weightDecay >= 0 && Double.isFinite(weightDecay), "weightDecay", weightDecay);
  }

  private static void require(boolean holds, String name, Number value) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is out of range: " + value);
    }
  }

  /** The step size of an epoch, counted from 0. */
  double learningRateAt(int epoch) {
    return learningRate * StrictMath.pow(learningRateDecay, epoch);
  }
}
