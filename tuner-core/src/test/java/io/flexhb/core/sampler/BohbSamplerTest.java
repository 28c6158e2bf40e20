package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Spaces;
import io.flexhb.core.surrogate.StudyData;
import java.util.List;
import org.junit.jupiter.api.Test;

class BohbSamplerTest {
  private static final SearchSpace CUBE = StudyData.cube(2);
  private static final BohbSampler BOHB = new BohbSampler(0);

  @Test
  void shouldUseTheLargestLevelWithEnoughValues() {
    assertThat(level(5, 5, 5)).as("2 * 2 + 2 = 6 needed").isNull();
    assertThat(level(6, 5, 5)).isEqualTo("1");
    assertThat(level(20, 6, 5)).isEqualTo("3");
    assertThat(level(20, 6, 6)).isEqualTo("9");
  }

  @Test
  void shouldIgnoreLevelsBetweenRungs() {
    Measurements data =
        StudyData.study(CUBE, new int[] {20, 20, 0}, StudyData::bowl)
            .rungLevels(List.of(1L, 9L))
            .build();
    Suggestion suggestion = BOHB.suggest(new SamplerContext(CUBE, data, 7, 1));
    assertThat(suggestion.explanation()).containsEntry("levels", "1");
  }

  @Test
  void shouldCallTheBestShareGoodAndTheRestBad() {
    Suggestion forty = suggest(CUBE, 40, 0, 0);
    assertThat(forty.explanation()).containsEntry("good", "6").containsEntry("bad", "34");
    Suggestion six = suggest(CUBE, 6, 0, 0);
    assertThat(six.explanation()).containsEntry("good", "3").containsEntry("bad", "3");
  }

  @Test
  void shouldSuggestWhereGoodOnesAre() {
    Measurements data = StudyData.study(CUBE, new int[] {80, 0, 0}, (x, l) -> x[0]).build();
    double mean = 0;
    for (int i = 0; i < 40; i++) {
      Configuration c = BOHB.suggest(new SamplerContext(CUBE, data, 7, i)).candidates().get(0);
      mean += new Encoder(CUBE).encode(c)[0] / 40;
    }
    assertThat(mean).isLessThan(.2);
  }

  @Test
  void shouldTakeFailedTrialsForBad() {
    Measurements.Builder study = StudyData.study(CUBE, new int[] {10, 0, 0}, (x, l) -> x[0]);
    for (int i = 0; i < 10; i++) {
      study.failed(1, 100 + i, CUBE.fromUnit(new double[] {.9, i / 10.0}));
    }
    Suggestion suggestion = BOHB.suggest(new SamplerContext(CUBE, study.build(), 7, 1));
    assertThat(suggestion.explanation()).containsEntry("good", "3").containsEntry("bad", "17");
  }

  @Test
  void shouldImputeParametersThatDoNotExistFromOtherPoints() {
    SearchSpace rich = Spaces.rich();
    Encoder encoder = new Encoder(rich);
    double[][] points =
        StudyData.configurations(rich, 30).stream().map(encoder::encode).toArray(double[][]::new);
    double[][] complete = BohbSampler.imputed(points, encoder, CounterRandom.of(1, "i", 0));
    boolean[] nominal = encoder.nominal();
    long[] sizes = encoder.sizes();
    for (int i = 0; i < points.length; i++) {
      for (int j = 0; j < nominal.length; j++) {
        assertThat(complete[i][j]).isBetween(0.0, nominal[j] ? sizes[j] - 1.0 : 1.0);
        if (nominal[j] ? points[i][j] < sizes[j] : points[i][j] >= 0) {
          assertThat(complete[i][j]).isEqualTo(points[i][j]);
        }
      }
    }
    Suggestion suggestion = suggest(rich, 30, 0, 0);
    assertThat(suggestion.explanation()).containsEntry("reason", "model");
    assertThat(suggestion.candidates()).allSatisfy(c -> assertThat(rich.check(c)).isEmpty());
  }

  private static String level(int... counts) {
    return suggest(CUBE, counts).explanation().get("levels");
  }

  private static Suggestion suggest(SearchSpace space, int... counts) {
    Measurements data = StudyData.study(space, counts, StudyData::bowl).build();
    return BOHB.suggest(new SamplerContext(space, data, 7, 1));
  }
}
