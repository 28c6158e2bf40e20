package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.SurrogateCache;
import io.flexhb.core.surrogate.Targets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SamplersTest {

  @Test
  void shouldCreateEverySamplerUnderItsName() {
    for (String name : Samplers.names()) {
      assertThat(Samplers.create(name, Map.of(), SurrogateCache.forOneStudy()).name())
          .isEqualTo(name);
    }
  }

  @Test
  void shouldRefuseOtherNames() {
    assertThatThrownBy(() -> Samplers.create("tpe", Map.of(), SurrogateCache.forOneStudy()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no sampler 'tpe'; there are " + String.join(", ", Samplers.names()));
  }

  @Test
  void shouldReadTheSwitchesOfTheModels() {
    FgfOptions options =
        Samplers.options(
            FgfOptions.defaults(),
            Map.of(
                "fgf.targets", "z",
                "failed", "drop",
                "fgf.pK", "literal",
                "fusion", "gpoe",
                "incumbent", "fused",
                "pending", "none",
                "localSearch", "one-exchange",
                "glosh.pool.max", "3"));

    assertThat(options)
        .isEqualTo(
            FgfOptions.defaults()
                .withTargets(Targets.Z)
                .withFailed(FgfOptions.Failed.DROP)
                .withFullWeight(FgfOptions.FullWeight.LITERAL)
                .withFusion(FgfOptions.Fusion.GPOE)
                .withIncumbent(FgfOptions.Incumbent.FUSED)
                .withPending(FgfOptions.Pending.NONE)
                .withLocalSearch(FgfOptions.LocalSearch.ONE_EXCHANGE));
    assertThat(Samplers.options(FgfOptions.defaults(), Map.of())).isEqualTo(FgfOptions.defaults());
  }
}
