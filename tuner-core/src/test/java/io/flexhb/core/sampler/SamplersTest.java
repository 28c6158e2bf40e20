package io.flexhb.core.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Spaces;
import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.StudyData;
import io.flexhb.core.surrogate.SurrogateCache;
import io.flexhb.core.surrogate.Targets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What every sampler must do, and what its name and switches mean. */
class SamplersTest {
  static final List<String> NAMES = Samplers.names();
  private static final SearchSpace CUBE = StudyData.cube(3);

  @ParameterizedTest
  @FieldSource("NAMES")
  void shouldSuggestNewConfigurationsWithAReason(String name) {
    SearchSpace rich = Spaces.rich();
    Set<String> existing = new HashSet<>();
    StudyData.configurations(rich, 60).forEach(c -> existing.add(c.canonical()));
    Measurements data =
        StudyData.study(rich, new int[] {60, 40, 30}, (x, l) -> x[2] + x[1] + x[3])
            .existing(existing)
            .running(300, rich.fromUnit(new double[9]))
            .build();
    for (int number = 0; number < 3; number++) {
      Suggestion suggestion = suggest(name, rich, data, number);
      assertThat(suggestion.candidates()).isNotEmpty().doesNotHaveDuplicates();
      assertThat(suggestion.candidates())
          .allSatisfy(c -> assertThat(rich.check(c)).isEmpty())
          .noneMatch(c -> existing.contains(c.canonical()));
      assertThat(suggestion.explanation()).containsEntry("sampler", name).containsKey("reason");
      assertThat(suggest(name, rich, data, number)).isEqualTo(suggestion);
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void shouldUseItsModelOnceThereIsData(String name) {
    if (Set.of("random", "sobol").contains(name)) {
      return;
    }
    Measurements data = StudyData.study(CUBE, new int[] {60, 40, 30}, StudyData::bowl).build();
    int model = 0;
    for (int number = 0; number < 20; number++) {
      String reason = suggest(name, CUBE, data, number).explanation().get("reason");
      model += reason.equals("model") ? 1 : 0;
    }
    assertThat(model).isBetween(10, 20);
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void shouldDrawWithoutDataAndSurviveEveryDegenerateStudy(String name) {
    int[][] counts = {{0, 0, 0}, {2, 2, 2}, {30, 0, 0}, {30, 20, 12}};
    for (int[] some : counts) {
      for (double constant : new double[] {4, Double.NaN, Double.MAX_VALUE}) {
        Measurements data = StudyData.study(CUBE, some, (x, l) -> constant).build();
        assertThat(suggest(name, CUBE, data, 1).candidates()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void shouldUseUpAFiniteSpaceAndThenSayExhausted(String name) {
    SearchSpace space =
        SearchSpace.of(List.of(CategoricalParameter.of("c", "a", "b", "c", "d", "e", "f")))
            .orElseThrow();
    Set<String> existing = new HashSet<>();
    Measurements.Builder builder = Measurements.builder(new Encoder(space), StudyData.LEVELS);
    for (int i = 0; i < 6; i++) {
      Suggestion next = suggest(name, space, builder.existing(existing).build(), i);
      Configuration chosen = next.candidates().get(0);
      assertThat(existing.add(chosen.canonical())).isTrue();
      builder.value(1, i, chosen, i).value(3, i, chosen, i).value(9, i, chosen, i);
    }
    Suggestion last = suggest(name, space, builder.existing(existing).build(), 6);
    assertThat(last.isExhausted()).isTrue();
    assertThat(last.explanation()).containsEntry("reason", "space exhausted");
  }

  @Test
  void shouldReadSwitches() {
    SamplerSwitches switches =
        new SamplerSwitches(
            Map.of(
                "fgf.targets", "z",
                "fgf.pK", "literal",
                "fusion", "gpoe",
                "localSearch", "one-exchange",
                "localSearch.distance", "0.1",
                "randomFraction", "0.3",
                "flexband.decide", "loop"));
    assertThat(switches.ensemble(EnsembleOptions.defaults())).isEqualTo(EnsembleOptions.paper());
    assertThat(switches.search(AcquisitionSearch.among(9)))
        .isEqualTo(AcquisitionSearch.among(9).refining(true).apart(.1));
    assertThat(switches.randomFraction(.2)).isEqualTo(.3);
  }

  @Test
  void shouldRefineCandidatesInFgfAndThePublishedMethodsThatDo() {
    assertThat(NAMES.stream().filter(name -> Samplers.require(name).refinesCandidates(Map.of())))
        .containsExactly("fgf", "mfes", "smac");
    assertThat(Samplers.require("fgf").refinesCandidates(Map.of("localSearch", "none"))).isFalse();
    assertThat(Samplers.require("joint").refinesCandidates(Map.of("localSearch", "one-exchange")))
        .isTrue();
  }

  @Test
  void shouldKeepADistanceFromTrialsInFgfAlone() {
    assertThat(FgfSampler.defaultSearch().minDistance()).isEqualTo(.05);
    assertThat(MfesSampler.defaultSearch().minDistance()).as("not published").isZero();
    assertThat(SmacSampler.defaultSearch().minDistance()).as("not published").isZero();
  }

  @Test
  void shouldTakeTheFusedIncumbentForZTargetsUnlessToldOtherwise() {
    assertThat(ensemble(EnsembleOptions.defaults(), Map.of("fgf.targets", "z")).incumbent())
        .isEqualTo(EnsembleOptions.Incumbent.FUSED);
    assertThat(
            ensemble(
                    EnsembleOptions.defaults(), Map.of("fgf.targets", "z", "incumbent", "measured"))
                .incumbent())
        .isEqualTo(EnsembleOptions.Incumbent.MEASURED);
    EnsembleOptions fair = ensemble(EnsembleOptions.mfes(), Map.of("fgf.targets", "quantile"));
    assertThat(fair.targets()).isEqualTo(Targets.QUANTILE);
    assertThat(fair.incumbent()).isEqualTo(EnsembleOptions.Incumbent.MEASURED);
  }

  @Test
  void shouldNameWhatMayBeGivenInstead() {
    assertThatThrownBy(() -> Samplers.create("tpe", Map.of(), SurrogateCache.forOneStudy()))
        .hasMessageContaining("no sampler 'tpe'; there are random, sobol, fgf, mfes");
    assertThatThrownBy(
            () -> Samplers.create("fgf", Map.of("fusion", "sum"), SurrogateCache.forOneStudy()))
        .hasMessage("fusion must be weighted-sum or gpoe, was 'sum'");
    assertThatThrownBy(
            () -> Samplers.create("fgf", Map.of("localSearch", "no"), SurrogateCache.forOneStudy()))
        .hasMessage("localSearch must be one-exchange or none, was 'no'");
  }

  @Test
  void shouldWeighRungLevelsOnlyAndOnlyByFinishedBracketsInMfes() {
    Measurements.Builder study = StudyData.study(CUBE, new int[] {60, 40, 30}, StudyData::bowl);
    List<Long> rungs = List.of(1L, 9L);
    study.rungLevels(rungs);
    Suggestion all = mfes(study.build());
    assertThat(all.explanation()).containsEntry("levels", "1 9");
    Suggestion none = mfes(study.weightHorizon(2).build());
    assertThat(none.explanation())
        .as("two finished full-fidelity values: all weight on the low rung")
        .containsEntry("weights", "1 0");
    Suggestion some = mfes(study.weightHorizon(20).build());
    assertThat(some.explanation().get("weights"))
        .isNotEqualTo(none.explanation().get("weights"))
        .isNotEqualTo(all.explanation().get("weights"));
  }

  @Test
  void shouldStartSmacWithSobolPoints() {
    Measurements empty = StudyData.study(CUBE, new int[] {0, 0, 0}, StudyData::bowl).build();
    Sampler smac =
        Samplers.create("smac", Map.of("randomFraction", "0"), SurrogateCache.forOneStudy());
    SamplerContext context = new SamplerContext(CUBE, empty, 7, 4);
    assertThat(smac.suggest(context).candidates().get(0))
        .isEqualTo(new SobolSampler().suggest(context).candidates().get(0));
  }

  @Test
  void shouldAvoidRunningTrialsInBatchBo() {
    Measurements.Builder study =
        StudyData.study(CUBE, new int[] {0, 0, 60}, (x, l) -> (x[0] - .5) * (x[0] - .5));
    Encoder encoder = new Encoder(CUBE);
    Sampler sampler = Samplers.create("batch-bo", Map.of(), SurrogateCache.forOneStudy());
    double idle = 0;
    double busy = 0;
    for (int i = 0; i < 5; i++) {
      Configuration free =
          sampler.suggest(new SamplerContext(CUBE, study.build(), 7, i)).candidates().get(0);
      double[] at = encoder.encode(free);
      Measurements.Builder with =
          StudyData.study(CUBE, new int[] {0, 0, 60}, (x, l) -> (x[0] - .5) * (x[0] - .5))
              .running(999, free);
      Configuration pushed =
          sampler.suggest(new SamplerContext(CUBE, with.build(), 7, i)).candidates().get(0);
      idle += AcquisitionSearch.distance(at, at, encoder.nominal());
      busy += AcquisitionSearch.distance(at, encoder.encode(pushed), encoder.nominal());
    }
    assertThat(busy).isGreaterThan(idle + .5);
  }

  private static EnsembleOptions ensemble(EnsembleOptions defaults, Map<String, String> switches) {
    return new SamplerSwitches(switches).ensemble(defaults);
  }

  private static Suggestion mfes(Measurements data) {
    AcquisitionSearch quick = AcquisitionSearch.among(200).screening(50).refining(true);
    return new MfesSampler(EnsembleOptions.mfes(), quick, 0, SurrogateCache.forOneStudy())
        .suggest(new SamplerContext(CUBE, data, 7, 1));
  }

  private static Suggestion suggest(
      String name, SearchSpace space, Measurements data, long number) {
    return Samplers.create(name, Map.of(), SurrogateCache.forOneStudy())
        .suggest(new SamplerContext(space, data, 7, number));
  }
}
