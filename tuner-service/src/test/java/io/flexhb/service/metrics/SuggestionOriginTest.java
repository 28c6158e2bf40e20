package io.flexhb.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The origin that meters read from the explanation of a suggestion. */
class SuggestionOriginTest {

  @Test
  void shouldTellAModelFromDraws() {
    assertThat(of("model")).isEqualTo(SuggestionOrigin.MODEL);
    assertThat(of("random share 0.2")).isEqualTo(SuggestionOrigin.RANDOM);
    assertThat(of("no model yet: it needs 3 values; random")).isEqualTo(SuggestionOrigin.RANDOM);
    assertThat(of("no suggestion within the deadline")).isEqualTo(SuggestionOrigin.FALLBACK);
    assertThat(of("the model found nothing new")).isEqualTo(SuggestionOrigin.FALLBACK);
    assertThat(of("every candidate was tried meanwhile")).isEqualTo(SuggestionOrigin.FALLBACK);
    assertThat(SuggestionOrigin.of(Map.of())).isEqualTo(SuggestionOrigin.RANDOM);
  }

  private static SuggestionOrigin of(String reason) {
    return SuggestionOrigin.of(Map.of("reason", reason));
  }

  @Test
  void shouldReadTheWeightsOfTheLevels() {
    SortedMap<Long, Double> weights = new TreeMap<>(Map.of(1L, 0.25, 27L, 0.75));

    assertThat(LevelWeightText.read(Map.of("levels", "1 27", "weights", "0.25 0.75")))
        .isEqualTo(Optional.of(weights));
  }

  @Test
  void shouldReadNoWeightsWhereThereAreNone() {
    assertThat(LevelWeightText.read(Map.of())).isEmpty();
    assertThat(LevelWeightText.read(Map.of("levels", "", "weights", ""))).isEmpty();
    assertThat(LevelWeightText.read(Map.of("levels", "1 3", "weights", "1"))).isEmpty();
    assertThat(LevelWeightText.read(Map.of("levels", "all", "weights", "none"))).isEmpty();
  }
}
