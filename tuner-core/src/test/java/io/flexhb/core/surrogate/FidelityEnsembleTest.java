package io.flexhb.core.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.surrogate.EnsembleOptions.Incumbent;
import io.flexhb.core.surrogate.EnsembleOptions.Pending;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FidelityEnsembleTest {
  private static final SearchSpace CUBE = StudyData.cube(3);
  private static final Encoder ENCODER = new Encoder(CUBE);
  private static final EnsembleOptions DEFAULTS = EnsembleOptions.defaults();

  @Test
  void shouldWaitForAModelAndAFullFidelityValue() {
    assertThat(fit(DEFAULTS, 10, 3, 0)).isEmpty();
    assertThat(fit(DEFAULTS, 2, 1, 1)).isEmpty();
    assertThat(fit(DEFAULTS, 3, 1, 1)).isPresent();
  }

  @Test
  void shouldOrderTheSpaceLikeTheObjective() {
    FidelityEnsemble ensemble = fit(DEFAULTS, 200, 100, 50).orElseThrow();
    List<Configuration> test = StudyData.configurations(CUBE, 400).subList(200, 400);
    double[][] x = test.stream().map(ENCODER::encode).toArray(double[][]::new);
    double[] y = Arrays.stream(x).mapToDouble(p -> StudyData.bowl(p, 1_000_000)).toArray();
    double loss = RankingLoss.of(ensemble.means(x), y) / RankingLoss.pairs(200);
    assertThat(loss).isLessThan(.2);
    assertThat(ensemble.weights().values().stream().mapToDouble(w -> w).sum())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void shouldTakeTheBestMeasuredTargetForTheIncumbent() {
    assertThat(fit(DEFAULTS, 20, 10, 4).orElseThrow().incumbent())
        .isCloseTo(Normal.quantile(1 / 8.0), within(1e-12));
  }

  @Test
  void shouldTakeTheBestFusedMeanForTheIncumbent() {
    FidelityEnsemble ensemble =
        fit(DEFAULTS.change().incumbent(Incumbent.FUSED).done(), 60, 40, 20).orElseThrow();
    double[][] x =
        StudyData.configurations(CUBE, 20).stream().map(ENCODER::encode).toArray(double[][]::new);
    assertThat(ensemble.incumbent()).isEqualTo(Arrays.stream(ensemble.means(x)).min().orElse(0));
  }

  @Test
  void shouldTellOnlyTheAcquisitionModelOfRunningTrials() {
    // Many running trials at one place, where the objective is best.
    double[] best = {.3, .3, .3};
    Measurements.Builder study = StudyData.study(CUBE, new int[] {60, 60, 60}, StudyData::bowl);
    Measurements idle = study.build();
    for (int i = 0; i < 40; i++) {
      study.running(500 + i, CUBE.fromUnit(best));
    }
    Measurements busy = study.build();
    FidelityEnsemble without = fit(DEFAULTS, idle);
    FidelityEnsemble with = fit(DEFAULTS, busy);
    assertThat(with.means(new double[][] {best})[0])
        .isGreaterThan(without.means(new double[][] {best})[0]);
    assertThat(with.weights()).isEqualTo(without.weights());
    assertThat(with.incumbent()).isEqualTo(without.incumbent());
    FidelityEnsemble ignoring = fit(DEFAULTS.change().pending(Pending.NONE).done(), busy);
    assertThat(ignoring.means(new double[][] {best}))
        .containsExactly(without.means(new double[][] {best}));
  }

  @Test
  void shouldImputeAtMostAsManyRunningTrialsAsThereAreValues() {
    TrainingSet two = new TrainingSet(new double[][] {{1}, {2}}, new double[] {-1, 1}, 2);
    TrainingSet more = two.with(List.of(new double[] {3}, new double[] {4}, new double[] {5}), 0);
    assertThat(more.x()).isDeepEqualTo(new double[][] {{1}, {2}, {4}, {5}});
    assertThat(more.y()).containsExactly(-1, 1, 0, 0);
  }

  @Test
  void shouldTakeAFailedTrialForTheWorstOfItsLevelOrDropIt() {
    Measurements.Builder study = StudyData.study(CUBE, new int[] {3, 0, 0}, (x, l) -> x[0]);
    study.failed(1, 77, CUBE.fromUnit(new double[] {.5, .5, .5}));
    LevelModels worst = models(DEFAULTS);
    TrainingSet set = worst.trainingSet(study.build().levels().get(0));
    assertThat(set.size()).isEqualTo(4);
    assertThat(set.y()[3]).isEqualTo(Arrays.stream(set.y()).max().orElseThrow());
    LevelModels drop = models(DEFAULTS.change().failed(EnsembleOptions.Failed.DROP).done());
    assertThat(drop.trainingSet(study.build().levels().get(0)).size()).isEqualTo(3);
  }

  @Test
  void shouldFitOnlyLevelsWithNewData() {
    SurrogateCache cache = SurrogateCache.forOneStudy();
    Measurements before = StudyData.study(CUBE, new int[] {40, 30, 20}, StudyData::bowl).build();
    FidelityEnsemble one = fit(DEFAULTS, before, cache);
    int entries = cache.size();
    assertThat(fit(DEFAULTS, before, cache).means(new double[][] {{.1, .2, .3}}))
        .containsExactly(one.means(new double[][] {{.1, .2, .3}}));
    assertThat(cache.size()).as("nothing new").isEqualTo(entries);
    Measurements after = StudyData.study(CUBE, new int[] {41, 30, 20}, StudyData::bowl).build();
    FidelityEnsemble cached = fit(DEFAULTS, after, cache);
    assertThat(cache.size()).as("data and forest of one level").isEqualTo(entries + 2);
    assertThat(fit(DEFAULTS, after).means(new double[][] {{.1, .2, .3}}))
        .as("a cache changes no result")
        .containsExactly(cached.means(new double[][] {{.1, .2, .3}}));
  }

  @Test
  void shouldDropTheLeastRecentlyUsedEntries() {
    Measurements data = StudyData.study(CUBE, new int[] {40, 30, 20}, StudyData::bowl).build();
    SurrogateCache roomy = SurrogateCache.forOneStudy();
    fit(DEFAULTS, data, roomy);
    long half = roomy.bytes() / 2;
    SurrogateCache small = new SurrogateCache(half);
    FidelityEnsemble last = fit(DEFAULTS, data, small);
    assertThat(small.bytes()).isPositive().isLessThanOrEqualTo(half);
    assertThat(small.size()).isPositive().isLessThan(roomy.size());
    fit(DEFAULTS, StudyData.study(CUBE, new int[] {41, 31, 21}, StudyData::bowl).build(), roomy);
    assertThat(roomy.bytes()).as("what the entries take adds up").isGreaterThan(3 * half);
    assertThat(last.means(new double[][] {{.1, .2, .3}}))
        .as("a cache changes no result")
        .containsExactly(fit(DEFAULTS, data).means(new double[][] {{.1, .2, .3}}));
  }

  @Test
  void shouldHoldNothingThatDoesNotFit() {
    SurrogateCache tiny = new SurrogateCache(1);
    fit(DEFAULTS, StudyData.study(CUBE, new int[] {40, 30, 20}, StudyData::bowl).build(), tiny);
    assertThat(tiny.size()).isZero();
    assertThat(tiny.bytes()).isZero();
  }

  private static Optional<FidelityEnsemble> fit(EnsembleOptions options, int... counts) {
    Measurements data = StudyData.study(CUBE, counts, StudyData::bowl).build();
    return FidelityEnsemble.fit(
        data, data, Features.of(ENCODER), options, 5, SurrogateCache.forOneStudy());
  }

  private static FidelityEnsemble fit(EnsembleOptions options, Measurements data) {
    return fit(options, data, SurrogateCache.forOneStudy());
  }

  private static FidelityEnsemble fit(
      EnsembleOptions options, Measurements data, SurrogateCache cache) {
    return FidelityEnsemble.fit(data, data, Features.of(ENCODER), options, 5, cache).orElseThrow();
  }

  private static LevelModels models(EnsembleOptions options) {
    return new LevelModels(Features.of(ENCODER), options, 5, SurrogateCache.forOneStudy());
  }
}
