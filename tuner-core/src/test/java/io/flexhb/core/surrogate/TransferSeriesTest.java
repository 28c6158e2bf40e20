package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransferSeriesTest {
  private static final SearchSpace CUBE = StudyData.cube(2);
  private static final Encoder ENCODER = new Encoder(CUBE);
  private static final List<Long> LEVELS = List.of(1L, 3L, 6L, 9L, 27L);

  @Test
  void shouldTakeTheLevelsNearestToTheSharesOfThePaper() {
    List<LevelData> levels = Measurements.builder(ENCODER, LEVELS).build().levels();
    assertThat(TransferSeries.nearest(levels, 27 / 27.0).level()).isEqualTo(1);
    assertThat(TransferSeries.nearest(levels, 27 / 5.0).level()).isEqualTo(6);
  }

  @Test
  void shouldFitALine() {
    assertThat(TransferSeries.line(new double[] {0, 1, 2}, new double[] {1, 3, 5}))
        .containsExactly(new double[] {1, 2}, within(1e-12));
    assertThat(TransferSeries.line(new double[] {1, 1}, new double[] {2, 4}))
        .containsExactly(new double[] {2, 1}, within(1e-12));
  }

  @Test
  void shouldLearnHowMuchOfTheDifferenceTheFullFidelityShows() {
    // low x0, middle x0 + x1, full x0 + 3 x1: the full fidelity has three times the difference.
    Measurements data = study(200, 1, 3);
    TransferSeries model = fit(data).orElseThrow();
    assertThat(model.slope()).isCloseTo(3, within(.4));
    double[][] x = {{.2, .2}, {.2, .8}, {.8, .2}, {.8, .8}};
    double[] mean = model.means(x);
    assertThat(mean[1] - mean[0]).isGreaterThan(2 * (mean[2] - mean[0]));
    assertThat(mean[3]).isGreaterThan(mean[1]);
  }

  @Test
  void shouldWaitForThreeValuesAtEachLevel() {
    assertThat(fit(study(2, 1, 3))).isEmpty();
    assertThat(fit(study(3, 1, 3))).isPresent();
    Measurements short3 = StudyData.study(CUBE, new int[] {5, 5, 5}, StudyData::bowl).build();
    assertThat(fit(short3.onlyLevels(List.of(9L)))).as("one level is no series").isEmpty();
  }

  @Test
  void shouldSurviveConstantAndHugeValues() {
    assertThat(fit(study(20, 0, 0)).orElseThrow().means(new double[][] {{.1, .1}})[0]).isFinite();
    Measurements.Builder huge = Measurements.builder(ENCODER, LEVELS);
    List<Configuration> configurations = StudyData.configurations(CUBE, 10);
    for (int i = 0; i < 10; i++) {
      for (long level : LEVELS) {
        double value = (i % 2 == 0 ? 1 : -1) * Double.MAX_VALUE / level;
        huge.value(level, i, configurations.get(i), value);
      }
    }
    double[] mean = new double[1];
    double[] variance = new double[1];
    fit(huge.build()).orElseThrow().predict(new double[][] {{.1, .1}}, mean, variance);
    assertThat(mean[0]).isFinite();
    assertThat(variance[0]).isFinite();
  }

  private static Measurements study(int n, double middle, double full) {
    Measurements.Builder builder = Measurements.builder(ENCODER, LEVELS);
    List<Configuration> configurations = StudyData.configurations(CUBE, n);
    for (int i = 0; i < n; i++) {
      Configuration c = configurations.get(i);
      double[] x = ENCODER.encode(c);
      builder.value(1, i, c, x[0]);
      builder.value(6, i, c, x[0] + middle * x[1]);
      builder.value(27, i, c, x[0] + full * x[1]);
    }
    return builder.build();
  }

  private static Optional<TransferSeries> fit(Measurements data) {
    return TransferSeries.fit(data, Features.of(ENCODER), ForestOptions.defaults(), 3);
  }
}
