package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.surrogate.FgfOptions.FullWeight;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelWeightsTest {
  private static final SearchSpace CUBE = StudyData.cube(3);

  @Test
  void shouldRaiseConsistencyToThePowerGamma() {
    assertThat(LevelWeights.powers(new double[] {.75, .78, .80, .82}, 3))
        .containsExactly(new double[] {.2153, .2421, .2613, .2813}, within(5e-5));
  }

  @Test
  void shouldWeighLowerLevelsAlikeBeforeThreeFullValues() {
    assertThat(weights(FgfOptions.defaults(), 20, 10, 2)).containsExactly(.5, .5, 0);
    assertThat(weights(FgfOptions.defaults(), 20, 2, 1)).containsExactly(1, 0, 0);
  }

  @Test
  void shouldTakeTheFullLevelForAsGoodAsTheOneBelowWhileItHasFewPoints() {
    double[] w = weights(FgfOptions.defaults(), 40, 20, 9);
    assertThat(w[2]).isEqualTo(w[1]);
    assertThat(Arrays.stream(w).sum()).isCloseTo(1, within(1e-12));
  }

  @Test
  void shouldScaleTheFullLevelByWhatItGeneralisesBetterThanTheOneBelow() {
    LevelModels models = models(FgfOptions.defaults());
    Measurements data = StudyData.study(CUBE, new int[] {60, 40, 25}, StudyData::bowl).build();
    double[] w = new LevelWeights(models, FgfOptions.defaults()).of(data);
    List<LevelData> levels = data.levels();
    double[] p = new double[3];
    TrainingSet full = models.trainingSet(levels.get(2));
    for (int i = 0; i < 2; i++) {
      double[] means = models.model(levels.get(i)).means(full.x());
      p[i] = 1 - RankingLoss.of(means, full.y()) / 300;
    }
    double below = (780 - models.heldOutLoss(levels.get(1)) + 1) / 782;
    double own = (300 - models.heldOutLoss(levels.get(2)) + 1) / 302;
    p[2] = Math.min(.99, p[1] * own / below);
    double sum = Arrays.stream(p).map(v -> v * v * v).sum();
    for (int i = 0; i < 3; i++) {
      assertThat(w[i]).isCloseTo(p[i] * p[i] * p[i] / sum, within(1e-12));
    }
  }

  @Test
  void shouldGiveTheFullLevelNoWeightInMfesModeWithFewPoints() {
    FgfOptions mfes = FgfOptions.defaults().withFullWeight(FullWeight.MFES);
    assertThat(weights(mfes, 40, 20, 9)[2]).isZero();
    assertThat(weights(mfes, 40, 20, 12)[2]).isPositive();
  }

  @Test
  void shouldRewardTheWorseModelInLiteralMode() {
    assertThat(LevelWeights.literalRatio(0, 0)).isEqualTo(1);
    assertThat(LevelWeights.literalRatio(4, 0)).isEqualTo(5);
    assertThat(LevelWeights.literalRatio(4, 8)).isEqualTo(.5);
    double[] w = weights(FgfOptions.defaults().withFullWeight(FullWeight.LITERAL), 60, 40, 25);
    assertThat(w[2]).as("fewer pairs, so a smaller loss").isLessThan(w[1]);
  }

  @Test
  void shouldUseTheFullLevelAloneWhenNoOtherHasAModel() {
    assertThat(weights(FgfOptions.defaults(), 2, 1, 5)).containsExactly(0, 0, 1);
  }

  @Test
  void shouldWeighAlikeWhenEveryModelRanksInReverse() {
    Measurements data =
        StudyData.study(CUBE, new int[] {100, 100, 9}, (x, l) -> l == 9 ? -x[0] : x[0]).build();
    double[] w = new LevelWeights(models(FgfOptions.defaults()), FgfOptions.defaults()).of(data);
    assertThat(Arrays.stream(w).sum()).isCloseTo(1, within(1e-12));
  }

  private static double[] weights(FgfOptions options, int... counts) {
    Measurements data = StudyData.study(CUBE, counts, StudyData::bowl).build();
    return new LevelWeights(models(options), options).of(data);
  }

  private static LevelModels models(FgfOptions options) {
    return new LevelModels(
        Features.of(new Encoder(CUBE)), options, 5, SurrogateCache.forOneStudy());
  }
}
