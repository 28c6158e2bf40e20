package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.fidelity.LevelData;
import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.surrogate.EnsembleOptions.FullWeight;
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
    assertThat(weights(EnsembleOptions.defaults(), 20, 10, 2)).containsExactly(.5, .5, 0);
    assertThat(weights(EnsembleOptions.defaults(), 20, 2, 1)).containsExactly(1, 0, 0);
  }

  @Test
  void shouldTakeTheFullLevelForAsGoodAsTheOneBelowWhileItHasFewPoints() {
    double[] w = weights(EnsembleOptions.defaults(), 40, 20, 9);
    assertThat(w[2]).isEqualTo(w[1]);
    assertThat(Arrays.stream(w).sum()).isCloseTo(1, within(1e-12));
  }

  @Test
  void shouldScaleTheFullLevelByWhatItGeneralisesBetterThanTheOneBelow() {
    LevelModels models = models(EnsembleOptions.defaults());
    Measurements data = StudyData.study(CUBE, new int[] {60, 40, 25}, StudyData::bowl).build();
    double[] w = new LevelWeights(models, EnsembleOptions.defaults()).of(data);
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
    EnsembleOptions mfes = EnsembleOptions.defaults().change().fullWeight(FullWeight.MFES).done();
    assertThat(weights(mfes, 40, 20, 9)[2]).isZero();
    assertThat(weights(mfes, 40, 20, 12)[2]).isPositive();
  }

  @Test
  void shouldRewardTheWorseModelInLiteralMode() {
    assertThat(LevelWeights.literalRatio(0, 0)).isEqualTo(1);
    assertThat(LevelWeights.literalRatio(4, 0)).isEqualTo(5);
    assertThat(LevelWeights.literalRatio(4, 8)).isEqualTo(.5);
    double[] w =
        weights(
            EnsembleOptions.defaults().change().fullWeight(FullWeight.LITERAL).done(), 60, 40, 25);
    assertThat(w[2]).as("fewer pairs, so a smaller loss").isLessThan(w[1]);
  }

  @Test
  void shouldBoundTheLiteralWeightOfTheFullLevelAsThePaperDoes() {
    // A full level with more pairs has the larger loss, so that the ratio alone exceeds 1.
    EnsembleOptions literal =
        EnsembleOptions.defaults().change().fullWeight(FullWeight.LITERAL).done();
    Measurements data =
        StudyData.study(StudyData.cube(3), new int[] {4, 12, 60}, StudyData::bowl).build();
    LevelModels models = models(literal);
    List<LevelData> levels = data.levels();
    double ratio =
        LevelWeights.literalRatio(
            models.heldOutLoss(levels.get(2)), models.heldOutLoss(levels.get(1)));
    assertThat(ratio).isGreaterThan(2);
    double[] w = new LevelWeights(models, literal).of(data);
    TrainingSet full = models.trainingSet(levels.get(2));
    double below =
        1
            - RankingLoss.of(models.model(levels.get(1)).means(full.x()), full.y())
                / RankingLoss.pairs(full.size());
    assertThat(w[2] / w[1]).isCloseTo(Math.pow(.99 / below, 3), within(1e-9));
  }

  @Test
  void shouldNotWeighByTrialsThatFailed() {
    int[] counts = {60, 40, 5};
    Measurements.Builder withFailures = StudyData.study(StudyData.cube(3), counts, StudyData::bowl);
    for (int trial = 200; trial < 230; trial++) {
      withFailures.failed(9, trial, StudyData.configurations(StudyData.cube(3), 300).get(trial));
    }
    EnsembleOptions options = EnsembleOptions.defaults();
    double[] without = weights(options, counts);
    double[] with = new LevelWeights(models(options), options).of(withFailures.build());
    assertThat(with[0] / with[1]).isCloseTo(without[0] / without[1], within(1e-9));
    assertThat(with[2]).as("five values are too few, whatever failed").isEqualTo(with[1]);
  }

  @Test
  void shouldUseTheFullLevelAloneWhenNoOtherHasAModel() {
    assertThat(weights(EnsembleOptions.defaults(), 2, 1, 5)).containsExactly(0, 0, 1);
  }

  @Test
  void shouldWeighAlikeWhenEveryModelRanksInReverse() {
    Measurements data =
        StudyData.study(CUBE, new int[] {100, 100, 9}, (x, l) -> l == 9 ? -x[0] : x[0]).build();
    double[] w =
        new LevelWeights(models(EnsembleOptions.defaults()), EnsembleOptions.defaults()).of(data);
    assertThat(Arrays.stream(w).sum()).isCloseTo(1, within(1e-12));
  }

  private static double[] weights(EnsembleOptions options, int... counts) {
    Measurements data = StudyData.study(CUBE, counts, StudyData::bowl).build();
    return new LevelWeights(models(options), options).of(data);
  }

  private static LevelModels models(EnsembleOptions options) {
    return new LevelModels(
        Features.of(new Encoder(CUBE)), options, 5, SurrogateCache.forOneStudy());
  }
}
