package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.space.Configuration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToyFunctionTest {

  @Test
  void shouldBeTheScaledBowlUnderTheCurve() {
    ToyFunction toy = new ToyFunction(0);
    assertThat(toy.value(at(0, 0, 0), 1, 0)).isCloseTo(-ToyFunction.progress(1), within(1e-12));
    assertThat(toy.value(at(-10, 20, 10), 27, 0))
        .isCloseTo(-10 - ToyFunction.progress(27), within(1e-12));
    assertThat(toy.value(at(5, 8, 2), 3, 0))
        .isCloseTo(-10 * (25 + 4 + 2) / 135.0 - ToyFunction.progress(3), within(1e-12));
  }

  /** b(2.569) is half way up by the curve's formula. */
  @Test
  void shouldRiseAlongThePapersCurve() {
    assertThat(ToyFunction.progress(1))
        .isCloseTo(32.935 - 20.02 / (1 + Math.pow(1 / 2.569, 1.171)), within(1e-9));
    assertThat(ToyFunction.progress(1_000_000)).isCloseTo(32.935, within(1e-3));
  }

  @Test
  void shouldDrawNoiseThatFallsWithTheResource() {
    assertThat(spread(1)).isCloseTo(2, within(0.1));
    assertThat(spread(25)).isCloseTo(0.4, within(0.02));
  }

  @Test
  void shouldDrawTheSameNoiseForTheSameArguments() {
    ToyFunction toy = new ToyFunction(0.5);
    assertThat(toy.value(at(1, 2, 3), 4, 5)).isEqualTo(toy.value(at(1, 2, 3), 4, 5));
    assertThat(toy.value(at(1, 2, 3), 4, 5)).isNotEqualTo(toy.value(at(1, 2, 3), 4, 6));
  }

  private static double spread(long resource) {
    double squares = 0;
    for (int seed = 0; seed < 4_000; seed++) {
      double noise =
          new ToyFunction(0.2).value(at(1, 2, 3), resource, seed)
              - new ToyFunction(0).value(at(1, 2, 3), resource, seed);
      squares += noise * noise;
    }
    return Math.sqrt(squares / 4_000);
  }

  private static Configuration at(double x, double y, double z) {
    return Configuration.of(Map.of("x", x, "y", y, "z", z));
  }
}
