package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Spaces;
import io.flexhb.core.surrogate.StudyData;
import io.flexhb.core.surrogate.SurrogateCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Suggestions are the same in every JVM and release. When a method changes on purpose, the golden
 * file changes with it, and so does what a study would have done: say so in the release notes.
 */
class GoldenSuggestionTest {

  @Test
  void shouldSuggestWhatTheGoldenFileSays() throws IOException {
    try (InputStream golden = getClass().getResourceAsStream("/golden/suggestions.txt")) {
      assertThat(suggestions())
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static String suggestions() {
    SearchSpace space = Spaces.rich();
    Measurements data =
        StudyData.study(space, new int[] {60, 40, 30}, (x, l) -> x[2] + x[1] + x[3] / l)
            .running(300, space.fromUnit(new double[9]))
            .build();
    StringBuilder text = new StringBuilder();
    for (String name : Samplers.names()) {
      for (int number = 0; number < 2; number++) {
        Suggestion suggestion =
            Samplers.create(name, Map.of(), SurrogateCache.forOneStudy())
                .suggest(new SamplerContext(space, data, 7, number));
        text.append(suggestion.explanation()).append('\n');
        suggestion.candidates().forEach(c -> text.append("  ").append(c.canonical()).append('\n'));
      }
    }
    return text.toString();
  }
}
