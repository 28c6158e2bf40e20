package io.flexhb.standalone.demo.mlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MlpTest {

  /** Learns fast, and exercises momentum, decay and dropout. */
  private static final MlpHyperparameters SANE =
      new MlpHyperparameters(0.05, 0.95, 0.9, 32, 32, 32, 0.1, 1e-4);

  private static final DigitsData DATA = DigitsData.load();

  @Test
  void shouldKnowNothingBeforeTraining() {
    Mlp mlp = new Mlp(SANE, DATA, 1);

    assertThat(mlp.epoch()).isZero();
    assertThat(mlp.validationError()).isBetween(0.7, 1.0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldTellNineOfTenDigitsAfterAFewEpochs(long seed) {
    Mlp mlp = new Mlp(SANE, DATA, seed);
    double firstLoss = mlp.trainEpoch();
    double lastLoss = train(mlp, 7);

    assertThat(lastLoss).isLessThan(firstLoss / 3);
    assertThat(mlp.epoch()).isEqualTo(8);
    assertThat(mlp.validationError()).isLessThan(0.10);
    assertThat(mlp.testError()).isLessThan(0.10);
  }

  @Test
  void shouldLearnLittleWithATinyStepSize() {
    Mlp mlp = new Mlp(new MlpHyperparameters(1e-4, 0.9, 0, 16, 16, 128, 0.5, 0), DATA, 1);
    train(mlp, 8);

    assertThat(mlp.validationError()).isGreaterThan(0.5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.4})
  void shouldComputeTheGradientsThatFiniteDifferencesShow(double dropout) {
    int rows = 20;
    Mlp mlp = new Mlp(new MlpHyperparameters(0.05, 1, 0.9, 12, 11, 16, dropout, 0), DATA, 5);
    train(mlp, 1);
    mlp.accumulateFirst(rows);
    for (DenseLayer layer : mlp.layers()) {
      float[] computed = layer.weightGradients().clone();
      double difference = 0;
      double size = 0;
      for (int i = 0; i < computed.length; i++) {
        double measured = finiteDifference(mlp, layer.weights(), i, rows);
        difference += Math.pow(computed[i] - measured, 2);
        size += Math.pow(measured, 2);
      }

      assertThat(size).as("there are gradients to compare").isPositive();
      assertThat(Math.sqrt(difference / size)).isLessThan(0.01);
    }
  }

  private static double finiteDifference(Mlp mlp, float[] weights, int i, int rows) {
    float step = 1e-3f;
    float weight = weights[i];
    weights[i] = weight + step;
    double above = mlp.accumulateFirst(rows);
    weights[i] = weight - step;
    double below = mlp.accumulateFirst(rows);
    weights[i] = weight;
    return (above - below) / (2 * step);
  }

  @Test
  void shouldGiveTheSameNetworkForTheSameSeed() {
    Mlp one = new Mlp(SANE, DATA, 11);
    Mlp same = new Mlp(SANE, DATA, 11);
    Mlp other = new Mlp(SANE, DATA, 12);
    train(one, 3);
    train(same, 3);
    train(other, 3);

    assertThat(same.checkpoint()).isEqualTo(one.checkpoint());
    assertThat(other.checkpoint()).isNotEqualTo(one.checkpoint());
  }

  @Test
  void shouldGoOnFromACheckpointAsIfItHadNeverPaused() {
    Mlp straight = new Mlp(SANE, DATA, 11);
    train(straight, 2);
    byte[] checkpoint = straight.checkpoint();
    double straightLoss = train(straight, 3);

    Mlp resumed = new Mlp(SANE, DATA, 99);
    train(resumed, 1);
    resumed.restore(checkpoint);

    assertThat(resumed.epoch()).isEqualTo(2);
    assertThat(train(resumed, 3)).isEqualTo(straightLoss);
    assertThat(resumed.checkpoint()).isEqualTo(straight.checkpoint());
    assertThat(resumed.validationError()).isEqualTo(straight.validationError());
  }

  @Test
  void shouldRefuseTheCheckpointOfAnotherNetwork() {
    Mlp mlp = new Mlp(SANE, DATA, 1);
    byte[] other = new Mlp(new MlpHyperparameters(1, 1, 0, 9, 7, 1, 0, 0), DATA, 1).checkpoint();

    assertThatThrownBy(() -> mlp.restore(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[9, 7, 10]")
        .hasMessageContaining("[32, 32, 10]");
  }

  @Test
  void shouldRefuseBytesThatAreNoCheckpoint() {
    Mlp mlp = new Mlp(SANE, DATA, 1);
    byte[] before = mlp.checkpoint();

    assertThatThrownBy(() -> mlp.restore(new byte[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a checkpoint");
    assertThatThrownBy(() -> mlp.restore(new byte[before.length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a checkpoint");
    assertThat(mlp.checkpoint()).as("unchanged").isEqualTo(before);
  }

  @Test
  void shouldSayNaNWhenItHasDiverged() {
    Mlp mlp = new Mlp(new MlpHyperparameters(1e9, 1, 0.9, 16, 16, 8, 0, 0.1), DATA, 1);

    assertThat(train(mlp, 3)).isNaN();
    assertThat(mlp.validationError()).isNaN();
    assertThat(mlp.testError()).isNaN();
  }

  @Test
  void shouldKeepItsCheckpointSmallEnoughToTravelInARecord() {
    Mlp largest = new Mlp(new MlpHyperparameters(0.1, 1, 0, 128, 128, 8, 0, 0), DATA, 1);

    assertThat(largest.checkpoint()).hasSizeLessThan(256 * 1024);
  }

  private static double train(Mlp mlp, int epochs) {
    double loss = Double.NaN;
    for (int i = 0; i < epochs; i++) {
      loss = mlp.trainEpoch();
    }
    return loss;
  }
}
