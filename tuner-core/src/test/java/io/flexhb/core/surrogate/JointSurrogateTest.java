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

  private static Optional<JointSurrogate> fit(Measurements data) {
    return JointSurrogate.fit(
        data,
        Features.of(new Encoder(CUBE)),
        FgfOptions.defaults(),
        3,
        SurrogateCache.forOneStudy());
  }
}
