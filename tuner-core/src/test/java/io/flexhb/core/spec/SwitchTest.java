package io.flexhb.core.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SwitchTest {

  /**
   * A word that a study may write but the sampler does not know would fail in the running tuner.
   */
  @ParameterizedTest
  @EnumSource(Switch.class)
  void shouldTakeOnlyWordsThatTheSamplersKnow(Switch named) {
    if (named.kind() instanceof SwitchKind.Words words) {
      for (String word : words.words()) {
        assertThat(Samplers.create("fgf", Map.of(named.key(), word), SurrogateCache.forOneStudy()))
            .as(word)
            .isNotNull();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Preset.class)
  void shouldGivePresetsOnlySwitchesThatHaveAnEffectInThem(Preset preset) {
    preset
        .switches()
        .forEach(
            (key, text) ->
                assertThat(
                        Switch.named(key)
                            .orElseThrow()
                            .hasEffect(
                                Samplers.require(preset.sampler()),
                                preset.brackets(),
                                preset.promotion()))
                    .as(key)
                    .isTrue());
  }
}
