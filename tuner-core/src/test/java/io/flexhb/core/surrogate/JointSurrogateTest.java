package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JointSurrogateTest {
  private static final SearchSpace CUBE = StudyData.cube(2);

  @Test
  void shouldPredictTheFullFidelityWhereLevelsDisagree() {
    // The lowest level is misleading: large x0 is good there and bad later.
    Measurements data =
        StudyData.study(CUBE, new int[] {120, 120, 120}, (x, l) -> l == 1 ? -x[0] : x[0]).build();
    JointSurrogate model = fit(data).orElseThrow();
    double[] mean = model.means(new double[][] {{.1, .5}, {.9, .5}});
    assertThat(mean[0]).isLessThan(mean[1] - 1);
  }

  @Test
  void shouldLearnFromLowLevelsWhereTheyAgree() {
    Measurements data = StudyData.study(CUBE, new int[] {120, 60, 1}, (x, l) -> x[0] * l).build();
    JointSurrogate model = fit(data).orElseThrow();
    double[] mean = model.means(new double[][] {{.1, .5}, {.9, .5}});
    assertThat(mean[0]).isLessThan(mean[1] - 1);
    assertThat(model.points()).isEqualTo(181);
    assertThat(model.incumbent()).as("one value is its own median").isZero();
  }

  @Test
  void shouldWaitForAFullFidelityValueAndThreePoints() {
    assertThat(fit(StudyData.study(CUBE, new int[] {9, 9, 0}, StudyData::bowl).build())).isEmpty();
    assertThat(fit(StudyData.study(CUBE, new int[] {1, 0, 1}, StudyData::bowl).build())).isEmpty();
    assertThat(fit(StudyData.study(CUBE, new int[] {1, 1, 1}, StudyData::bowl).build()))
        .isPresent();
  }

  @Test
  void shouldKnowOfRunningTrialsUnlessToldOtherwise() {
    Measurements idle = StudyData.study(CUBE, new int[] {60, 40, 20}, StudyData::bowl).build();
    double[] best = idle.fullFidelity().x()[bestOf(idle)];
    Measurements busy =
        StudyData.study(CUBE, new int[] {60, 40, 20}, StudyData::bowl)
            .running(900, new Encoder(CUBE).decode(best))
            .running(901, new Encoder(CUBE).decode(best))
            .running(902, new Encoder(CUBE).decode(best))
            .build();
    double[][] there = {best};
    double known = fit(idle).orElseThrow().means(there)[0];
    assertThat(fit(busy).orElseThrow().means(there)[0]).isGreaterThan(known);
    assertThat(fit(busy).orElseThrow().incumbent()).isEqualTo(fit(idle).orElseThrow().incumbent());
    EnsembleOptions none =
        EnsembleOptions.defaults().change().pending(EnsembleOptions.Pending.NONE).done();
    assertThat(fit(busy, none).orElseThrow().means(there)[0]).isEqualTo(known);
  }

  private static int bestOf(Measurements data) {
    double[] y = data.fullFidelity().y();
    int best = 0;
    for (int i = 1; i < y.length; i++) {
      best = y[i] < y[best] ? i : best;
    }
    return best;
  }

  private static Optional<JointSurrogate> fit(Measurements data) {
    return fit(data, EnsembleOptions.defaults());
  }

  private static Optional<JointSurrogate> fit(Measurements data, EnsembleOptions options) {
    return JointSurrogate.fit(
        data, Features.of(new Encoder(CUBE)), options, 3, SurrogateCache.forOneStudy());
  }
}
