package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Spaces;
import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.StudyData;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FgfSamplerTest {
  private static final SearchSpace CUBE = StudyData.cube(3);
  private static final AcquisitionSearch SEARCH = FgfSampler.defaultSearch();
  private static final AcquisitionSearch QUICK =
      AcquisitionSearch.among(200).screening(50).refining(true).apart(.05);
  private static final Options ALWAYS_MODEL = new Options(EnsembleOptions.defaults(), SEARCH, 0);
  private static final Options WITHOUT_LOCAL_SEARCH =
      new Options(EnsembleOptions.defaults(), SEARCH.refining(false), 0);

  private record Options(
      EnsembleOptions ensemble, AcquisitionSearch search, double randomFraction) {}

  static List<Options> presets() {
    return List.of(
        ALWAYS_MODEL,
        WITHOUT_LOCAL_SEARCH,
        new Options(EnsembleOptions.paper(), QUICK, 0),
        new Options(EnsembleOptions.mfes(), QUICK, 0));
  }

  @Test
  void shouldSuggestNearTheOptimumThatTheLevelsAgreeOn() {
    Measurements data = StudyData.study(CUBE, new int[] {100, 60, 30}, StudyData::bowl).build();
    Options greedy =
        new Options(
            EnsembleOptions.defaults().change().incumbent(EnsembleOptions.Incumbent.FUSED).done(),
            SEARCH,
            0);
    double suggested = 0;
    for (int i = 0; i < 20; i++) {
      suggested += truth(suggest(greedy, CUBE, data, i).candidates().get(0)) / 20;
    }
    double random =
        StudyData.configurations(CUBE, 400).stream()
            .mapToDouble(FgfSamplerTest::truth)
            .average()
            .orElseThrow();
    assertThat(suggested).isLessThan(.6 * random);
  }

  @Test
  void shouldExplainAModelsChoice() {
    Measurements data = StudyData.study(CUBE, new int[] {100, 60, 30}, StudyData::bowl).build();
    Suggestion suggestion = suggest(ALWAYS_MODEL, CUBE, data, 1);
    assertThat(suggestion.candidates()).hasSize(5).doesNotHaveDuplicates();
    assertThat(suggestion.explanation())
        .containsEntry("sampler", "fgf")
        .containsEntry("reason", "model")
        .containsEntry("levels", "1 3 9")
        .containsKeys("weights", "incumbent", "log_expected_improvement");
  }

  @Test
  void shouldDrawTheConfiguredShareAtRandom() {
    Measurements data = StudyData.study(CUBE, new int[] {5, 3, 1}, StudyData::bowl).build();
    Options options = new Options(EnsembleOptions.defaults(), AcquisitionSearch.among(10), .2);
    int random = 0;
    for (int i = 0; i < 1000; i++) {
      String reason = suggest(options, CUBE, data, i).explanation().get("reason");
      random += reason.equals("random share 0.2") ? 1 : 0;
    }
    assertThat(random).isBetween(160, 240);
  }

  @Test
  void shouldSayWhyItDrawsAtRandomBeforeThereIsAModel() {
    Measurements data = StudyData.study(CUBE, new int[] {5, 3, 0}, StudyData::bowl).build();
    Suggestion suggestion = suggest(ALWAYS_MODEL, CUBE, data, 1);
    assertThat(suggestion.candidates()).hasSize(5);
    assertThat(suggestion.explanation().get("reason")).startsWith("no model yet");
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldGiveTheSameSuggestionWhateverTheThreadAndTheCache(Options options) throws Exception {
    Measurements data =
        StudyData.study(CUBE, new int[] {40, 30, 15}, StudyData::bowl)
            .running(900, CUBE.fromUnit(new double[] {.3, .3, .3}))
            .build();
    Suggestion expected = suggest(options, CUBE, data, 3);
    FgfSampler shared =
        new FgfSampler(
            options.ensemble(),
            options.search(),
            options.randomFraction(),
            SurrogateCache.forOneStudy());
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<Suggestion>> results = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        long number = i % 3 == 0 ? 3 : i;
        Callable<Suggestion> task = () -> shared.suggest(new SamplerContext(CUBE, data, 7, number));
        results.add(pool.submit(task));
      }
      for (int i = 0; i < 12; i += 3) {
        assertThat(results.get(i).get()).isEqualTo(expected);
      }
      assertThat(results.get(1).get().candidates()).isNotEqualTo(expected.candidates());
    } finally {
      pool.shutdownNow();
    }
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldSurviveAConstantObjective(Options options) {
    Measurements data = StudyData.study(CUBE, new int[] {30, 20, 12}, (x, l) -> 4.0).build();
    assertThat(suggest(options, CUBE, data, 1).candidates()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldSurviveHugeValues(Options options) {
    Measurements data =
        StudyData.study(
                CUBE,
                new int[] {30, 20, 12},
                (x, l) -> x[0] > .5 ? Double.MAX_VALUE : -Double.MAX_VALUE * x[1])
            .build();
    assertThat(suggest(options, CUBE, data, 1).explanation()).containsEntry("reason", "model");
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldSurviveAStudyWhereEverythingFailed(Options options) {
    Measurements data = StudyData.study(CUBE, new int[] {30, 20, 12}, (x, l) -> Double.NaN).build();
    assertThat(suggest(options, CUBE, data, 1).candidates()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldSurviveTwoPoints(Options options) {
    Measurements data = StudyData.study(CUBE, new int[] {2, 2, 2}, StudyData::bowl).build();
    assertThat(suggest(options, CUBE, data, 1).candidates()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldSurviveTwoHundredParameters(Options options) {
    SearchSpace wide = StudyData.cube(200);
    Measurements data = StudyData.study(wide, new int[] {20, 12, 11}, StudyData::bowl).build();
    Options quick = new Options(options.ensemble(), QUICK, 0);
    assertThat(suggest(quick, wide, data, 1).explanation()).containsEntry("reason", "model");
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldSurviveTrialsThatAreAllAlike(Options options) {
    Measurements.Builder builder =
        Measurements.builder(new Encoder(CUBE), StudyData.LEVELS)
            .running(99, CUBE.fromUnit(new double[] {.5, .5, .5}));
    for (int i = 0; i < 20; i++) {
      builder.value(1, i, CUBE.fromUnit(new double[] {.5, .5, .5}), i);
      builder.value(9, i, CUBE.fromUnit(new double[] {.5, .5, .5}), -i);
    }
    assertThat(suggest(options, CUBE, builder.build(), 1).explanation())
        .containsEntry("reason", "model");
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldHandleConditionsAndEveryKindOfParameter(Options options) {
    SearchSpace rich = Spaces.rich();
    Measurements data =
        StudyData.study(rich, new int[] {50, 30, 20}, (x, l) -> x[2] + x[1]).build();
    Suggestion suggestion = suggest(options, rich, data, 1);
    assertThat(suggestion.explanation()).containsEntry("reason", "model");
    assertThat(suggestion.candidates()).allSatisfy(c -> assertThat(rich.check(c)).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("presets")
  void shouldUseUpAFiniteSpaceAndThenSayExhausted(Options options) {
    SearchSpace space =
        SearchSpace.of(List.of(CategoricalParameter.of("c", "a", "b", "c", "d", "e", "f")))
            .orElseThrow();
    Set<String> existing = new HashSet<>();
    Measurements.Builder builder = Measurements.builder(new Encoder(space), StudyData.LEVELS);
    for (int i = 0; i < 6; i++) {
      Suggestion next = suggest(options, space, builder.existing(existing).build(), i);
      Configuration chosen = next.candidates().get(0);
      assertThat(existing.add(chosen.canonical())).isTrue();
      builder.value(1, i, chosen, i).value(9, i, chosen, i);
    }
    Suggestion last = suggest(options, space, builder.existing(existing).build(), 6);
    assertThat(last.isExhausted()).isTrue();
    assertThat(last.explanation()).containsEntry("reason", "space exhausted");
  }

  @Test
  void shouldPickTheBestCategoryThatIsNew() {
    SearchSpace space =
        SearchSpace.of(
                List.of(
                    CategoricalParameter.of("a", "w", "x", "y", "z"),
                    CategoricalParameter.of("b", "1", "2", "3", "4")))
            .orElseThrow();
    Measurements.Builder builder = Measurements.builder(new Encoder(space), StudyData.LEVELS);
    Set<String> existing = new HashSet<>();
    // "x" is best with any b; all seen but (x, 4) and (z, 4).
    int trial = 0;
    for (long i = 0; i < 16; i++) {
      Configuration c = space.enumerate(i).orElseThrow();
      if (c.values().get("b").equals("4")
          && !c.values().get("a").equals("w")
          && !c.values().get("a").equals("y")) {
        continue;
      }
      existing.add(c.canonical());
      double value = c.values().get("a").equals("x") ? 0 : 1 + i * .01;
      builder.value(1, trial, c, value).value(9, trial++, c, value);
    }
    Suggestion next = suggest(ALWAYS_MODEL, space, builder.existing(existing).build(), 1);
    assertThat(next.candidates()).hasSize(2);
    assertThat(next.candidates().get(0).values()).containsEntry("a", "x").containsEntry("b", "4");
  }

  @Test
  void shouldKeepItsDistanceFromTrialsWithLocalSearch() {
    Measurements data = StudyData.study(CUBE, new int[] {60, 40, 30}, StudyData::bowl).build();
    Encoder encoder = new Encoder(CUBE);
    Suggestion next = suggest(ALWAYS_MODEL, CUBE, data, 1);
    assertThat(next.explanation()).containsEntry("reason", "model");
    for (Configuration candidate : next.candidates()) {
      for (Configuration trial : StudyData.configurations(CUBE, 60)) {
        assertThat(
                AcquisitionSearch.distance(
                    encoder.encode(candidate), encoder.encode(trial), encoder.nominal()))
            .isGreaterThanOrEqualTo(.05);
      }
    }
  }

  @Test
  void shouldStillAskTheModelWhereTrialsCoverTheSpace() {
    SearchSpace line = StudyData.cube(1);
    Measurements data = StudyData.study(line, new int[] {100, 60, 30}, StudyData::bowl).build();
    Suggestion next = suggest(ALWAYS_MODEL, line, data, 1);
    assertThat(next.explanation()).containsEntry("reason", "model");
    assertThat(next).isEqualTo(suggest(WITHOUT_LOCAL_SEARCH, line, data, 1));
  }

  private static Suggestion suggest(
      Options options, SearchSpace space, Measurements data, long number) {
    return new FgfSampler(
            options.ensemble(),
            options.search(),
            options.randomFraction(),
            SurrogateCache.forOneStudy())
        .suggest(new SamplerContext(space, data, 7, number));
  }

  private static double truth(Configuration configuration) {
    return StudyData.bowl(new Encoder(CUBE).encode(configuration), 1_000_000);
  }
}
