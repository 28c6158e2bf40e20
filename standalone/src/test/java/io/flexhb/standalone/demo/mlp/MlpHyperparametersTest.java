package io.flexhb.standalone.demo.mlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MlpHyperparametersTest {

  @ParameterizedTest
  @CsvSource({
    "learningRate, 0, 0.9, 0.9, 8, 8, 8, 0, 0",
    "learningRate, NaN, 0.9, 0.9, 8, 8, 8, 0, 0",
    "learningRate, Infinity, 0.9, 0.9, 8, 8, 8, 0, 0",
    "learningRateDecay, 0.1, 0, 0.9, 8, 8, 8, 0, 0",
    "learningRateDecay, 0.1, 1.1, 0.9, 8, 8, 8, 0, 0",
    "momentum, 0.1, 0.9, 1, 8, 8, 8, 0, 0",
    "momentum, 0.1, 0.9, NaN, 8, 8, 8, 0, 0",
    "hidden1, 0.1, 0.9, 0.9, 0, 8, 8, 0, 0",
    "hidden2, 0.1, 0.9, 0.9, 8, -1, 8, 0, 0",
    "batchSize, 0.1, 0.9, 0.9, 8, 8, 0, 0, 0",
    "dropout, 0.1, 0.9, 0.9, 8, 8, 8, 1, 0",
    "weightDecay, 0.1, 0.9, 0.9, 8, 8, 8, 0, -1",
  })
  void shouldNameTheValueThatIsOutOfRange(
      String name,
      double learningRate,
      double decay,
      double momentum,
      int hidden1,
      int hidden2,
      int batchSize,
      double dropout,
      double weightDecay) {
    assertThatThrownBy(
            () ->
                new MlpHyperparameters(
                    learningRate,
                    decay,
                    momentum,
                    hidden1,
                    hidden2,
                    batchSize,
                    dropout,
                    weightDecay))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name + " is out of range");
  }

  @Test
  void shouldShrinkTheStepSizeFromEpochToEpoch() {
    MlpHyperparameters halving = new MlpHyperparameters(0.8, 0.5, 0, 8, 8, 8, 0, 0);

    assertThat(halving.learningRateAt(0)).isEqualTo(0.8);
    assertThat(halving.learningRateAt(3)).isCloseTo(0.1, within(1e-12));
  }
}
