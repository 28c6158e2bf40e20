package io.flexhb.core.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.sampler.Sampler;
import io.flexhb.core.sampler.SamplerContext;
import io.flexhb.core.sampler.SamplerType;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Validated;
import io.flexhb.core.surrogate.StudyData;
import io.flexhb.core.surrogate.SurrogateCache;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A switch that a study may set changes what the sampler suggests; one that would not is refused.
 */
class SwitchEffectTest {
  private static final SearchSpace CUBE = StudyData.cube(3);
  private static final int SUGGESTIONS = 12;

  /** Points at each level; with many at the full one, some weights are all at their bound. */
  private static final List<int[]> STUDIES =
      List.of(new int[] {60, 15, 40}, new int[] {60, 30, 12});

  /** What may be given for each switch of a sampler. */
  private static final Map<String, List<String>> VALUES =
      Map.of(
          "fgf.targets", List.of("quantile", "z"),
          "fgf.pK", List.of("generalisation", "literal", "mfes"),
          "fgf.gamma", List.of("0.0", "20.0"),
          "fusion", List.of("weighted-sum", "gpoe"),
          "failed", List.of("worst", "drop"),
          "incumbent", List.of("measured", "fused"),
          "pending", List.of("median", "none"),
          "localSearch", List.of("one-exchange", "none"),
          "localSearch.distance", List.of("0.0", "0.3"),
          "randomFraction", List.of("0.0", "1.0"));

  static Stream<Arguments> accepted() {
    return Samplers.types().stream()
        .flatMap(type -> type.switches().stream().sorted().map(key -> Arguments.of(type, key)));
  }

  static Stream<Arguments> refused() {
    return Samplers.types().stream()
        .flatMap(
            type ->
                VALUES.keySet().stream()
                    .sorted()
                    .filter(key -> !type.switches().contains(key))
                    .map(key -> Arguments.of(type, key)));
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void shouldChangeSomeSuggestion(SamplerType type, String key) {
    List<String> values = VALUES.get(key);
    for (String one : values) {
      for (String other : values.subList(0, values.indexOf(one))) {
        assertThat(STUDIES)
            .as("in none of these studies does it matter whether %s is %s or %s", key, one, other)
            .anyMatch(points -> suggestsOtherwise(type, key, one, other, points));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void shouldRefuseASwitchThatChangesNothing(SamplerType type, String key) {
    Map<String, Object> tree = tree(type.name(), Map.of(key, value(key)));

    Validated<StudySpec> read = StudySpecReader.read(tree);

    assertThat(read).isInstanceOf(Validated.Invalid.class);
    assertThat(((Validated.Invalid<StudySpec>) read).problems())
        .extracting(Problem::toString)
        .anySatisfy(text -> assertThat(text).contains(key).contains("has no effect"));
    assertThat(StudySpecReader.readStored(tree))
        .as("a study that was accepted before goes on")
        .isInstanceOf(Validated.Valid.class);
  }

  @Test
  void shouldRefuseADistanceWithoutALocalSearch() {
    Map<String, Object> switches = Map.of("localSearch", "none", "localSearch.distance", 0.1);

    Validated<StudySpec> read = StudySpecReader.read(tree("fgf", switches));

    assertThat(((Validated.Invalid<StudySpec>) read).problems())
        .extracting(Problem::toString)
        .anySatisfy(text -> assertThat(text).contains("localSearch.distance"));
  }

  private static Object value(String key) {
    String text = VALUES.get(key).get(0);
    return Character.isDigit(text.charAt(0)) ? Double.valueOf(text) : text;
  }

  private static Map<String, Object> tree(String sampler, Map<String, Object> switches) {
    return Map.of(
        "study", "s",
        "objective", Map.of("metric", "loss", "direction", "minimize"),
        "resource", Map.of("max", 9),
        "space", Map.of("x", Map.of("type", "double", "low", 0, "high", 1)),
        "sampler", sampler,
        "switches", switches,
        "limits", Map.of("budget", 100));
  }

  private static boolean suggestsOtherwise(
      SamplerType type, String key, String one, String other, int[] points) {
    Sampler first = sampler(type, key, one);
    Sampler second = sampler(type, key, other);
    Measurements data = data(points);
    return LongStream.range(0, SUGGESTIONS)
        .mapToObj(number -> new SamplerContext(CUBE, data, 7, number))
        .anyMatch(
            context ->
                !first.suggest(context).candidates().equals(second.suggest(context).candidates()));
  }

  private static Sampler sampler(SamplerType type, String key, String value) {
    Map<String, String> switches = new HashMap<>();
    switches.put("randomFraction", "0");
    if (key.equals("localSearch.distance")) {
      switches.put("localSearch", "one-exchange");
    }
    switches.put(key, value);
    return Samplers.create(type.name(), switches, SurrogateCache.forOneStudy());
  }

  /** Values at all levels, failed trials, and running ones at the best place known. */
  private static Measurements data(int[] points) {
    Measurements.Builder study = StudyData.study(CUBE, points, StudyData::bowl);
    List<Configuration> more = StudyData.configurations(CUBE, 400);
    for (int trial = 100; trial < 106; trial++) {
      for (long level : StudyData.LEVELS) {
        study.failed(level, trial, more.get(trial));
      }
    }
    for (int trial = 200; trial < 212; trial++) {
      study.running(trial, CUBE.fromUnit(new double[] {.29 + trial * 1e-4, .3, .31}));
    }
    return study.build();
  }
}
