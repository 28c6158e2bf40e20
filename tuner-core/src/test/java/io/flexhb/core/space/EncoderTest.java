package io.flexhb.core.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EncoderTest {
  private static final SearchSpace RICH = Spaces.rich();
  private static final Encoder ENCODER = new Encoder(RICH);

  @Test
  void shouldScaleNumbersAndIndexCategories() {
    Configuration c =
        RICH.coerce(
            Map.of(
                "optimizer",
                "lbfgs",
                "lr",
                Math.pow(10, -2.5),
                "layers",
                2,
                "width",
                1,
                "batch",
                128,
                "dropout",
                .2));
    double[] x = ENCODER.encode(c);
    assertThat(x[0]).as("momentum does not exist").isEqualTo(-1);
    assertThat(x[1]).as("optimizer").isEqualTo(2);
    assertThat(x[2]).as("lr, half way on the log scale").isCloseTo(.5, within(1e-12));
    assertThat(x[3]).as("layers, 2nd of 4").isEqualTo(.375);
    assertThat(x[4])
        .as("width 1 of 1..1024")
        .isCloseTo(Math.log(1 / .5) / Math.log(1024.5 / .5), within(1e-12));
    assertThat(x[5]).as("nesterov does not exist: third category").isEqualTo(2);
    assertThat(x[6]).as("warmup does not exist").isEqualTo(-1);
    assertThat(x[7]).as("batch, 3rd of 3").isCloseTo(2.5 / 3, within(1e-12));
    assertThat(x[8]).as("dropout, 3rd of 6").isCloseTo(2.5 / 6, within(1e-12));
    assertThat(ENCODER.nominal())
        .containsExactly(false, true, false, false, false, true, false, false, false);
    assertThat(ENCODER.sizes()).containsExactly(0, 3, 0, 4, 1024, 2, 5, 3, 6);
  }

  @Test
  void shouldRefuseAConfigurationOfAnotherSpace() {
    SearchSpace other = SearchSpace.of(List.of(BooleanParameter.of("b"))).orElseThrow();
    Encoder encoder = new Encoder(other);
    assertThatThrownBy(() -> encoder.encode(Configuration.of(Map.of("b", "yes"))))
        .hasMessageContaining("not a configuration of this search space");
    assertThatThrownBy(() -> encoder.encode(Configuration.of(Map.of("b", true, "c", true))))
        .hasMessageContaining("not a configuration of this search space");
  }

  @Property(tries = 500)
  void shouldEncodeAUnitPointLikeItsConfiguration(@ForAll long seed) {
    double[] u = new double[RICH.dimensions()];
    CounterRandom random = CounterRandom.of(seed, "u", 0);
    for (int i = 0; i < u.length; i++) {
      u[i] = random.nextDouble();
    }
    Configuration configuration = RICH.fromUnit(u);
    double[] x = ENCODER.encode(configuration);
    assertThat(ENCODER.encodeUnit(u)).containsExactly(x, within(1e-9));
    double[] filled = x.clone();
    for (int i = 0; i < filled.length; i++) {
      if (!configuration.values().containsKey(RICH.parameters().get(i).name())) {
        filled[i] = 0; // as if it existed; its parent decides
      }
    }
    assertThat(ENCODER.settle(filled)).containsExactly(x, within(1e-9));
    Configuration decoded = ENCODER.decode(x);
    assertThat(decoded.values().keySet()).isEqualTo(configuration.values().keySet());
    assertThat(ENCODER.encode(decoded)).containsExactly(x, within(1e-9));
  }
}
