package io.flexhb.core.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SearchSpaceTest {
  private static final SearchSpace RICH = Spaces.rich();

  @Test
  void shouldReportAllProblemsAtOnce() {
    List<Problem> problems =
        SearchSpace.of(
                List.of(
                    DoubleParameter.linear("a", 2, 1),
                    DoubleParameter.log("b", 0, 1),
                    DoubleParameter.linear("c", Double.NaN, Double.POSITIVE_INFINITY),
                    new DoubleParameter("d", 1, 2, true, Optional.of(.1), Optional.empty()),
                    new DoubleParameter("e", 1, 2, false, Optional.of(-1.0), Optional.empty()),
                    new IntParameter("f", 5, 1, false, 0, Optional.empty()),
                    IntParameter.log("g", 0, 4),
                    CategoricalParameter.of("h"),
                    CategoricalParameter.of("i", "x", "x"),
                    OrdinalParameter.of("j", 1, "two"),
                    BooleanParameter.of("a"),
                    new BooleanParameter("k", Optional.of(Condition.when("nobody", 1))),
                    new BooleanParameter("l", Optional.of(Condition.when("b", 1))),
                    new BooleanParameter("m", Optional.of(Condition.when("i", "y")))))
            .problems();
    assertThat(problems)
        .extracting(Problem::path)
        .containsExactlyInAnyOrder(
            "parameters[10].name",
            "a.low",
            "b.low",
            "c.low",
            "c.high",
            "e.step",
            "f.low",
            "f.step",
            "g.low",
            "h.choices",
            "i.choices[1]",
            "j.values",
            "k.activeWhen.parameter",
            "l.activeWhen.parameter",
            "m.activeWhen.values[0]");
    assertThat(problems.get(problems.size() - 1).message())
        .isEqualTo("'y' is no value of 'i'; give one of 'x', 'x'");
  }

  @Test
  void shouldReportConditionsThatLeadInACircle() {
    List<Problem> problems =
        SearchSpace.of(
                List.of(
                    new BooleanParameter("a", Optional.of(Condition.when("c", true))),
                    new BooleanParameter("b", Optional.of(Condition.when("a", true))),
                    new BooleanParameter("c", Optional.of(Condition.when("b", true))),
                    new BooleanParameter("self", Optional.of(Condition.when("self", true))),
                    new BooleanParameter("below", Optional.of(Condition.when("a", true)))))
            .problems();
    assertThat(problems)
        .extracting(Problem::path)
        .containsExactly("a.activeWhen", "b.activeWhen", "c.activeWhen", "self.activeWhen");
  }

  @Test
  void shouldRefuseAnEmptySpace() {
    assertThat(SearchSpace.of(List.of()).problems())
        .extracting(Problem::path)
        .contains("parameters");
  }

  @Test
  void shouldMapTheCornersOfTheUnitCubeToTheEndsOfTheRanges() {
    double[] zeros = new double[9];
    double[] ones = new double[9];
    java.util.Arrays.fill(ones, Math.nextDown(1.0));
    ones[1] = 0.5; // optimizer = sgd, which has all parameters
    zeros[1] = 0.5;
    assertThat(RICH.fromUnit(zeros).values())
        .containsEntry("lr", 1e-5)
        .containsEntry("layers", 1L)
        .containsEntry("width", 1L)
        .containsEntry("nesterov", false)
        .doesNotContainKey("warmup")
        .containsEntry("batch", 32L)
        .containsEntry("dropout", 0.0);
    assertThat(RICH.fromUnit(ones).values())
        .containsEntry("layers", 4L)
        .containsEntry("width", 1024L)
        .containsEntry("nesterov", true)
        .containsEntry("warmup", 20L)
        .containsEntry("batch", 128L)
        .containsEntry("dropout", 0.5);
    assertThat((double) RICH.fromUnit(ones).values().get("lr")).isCloseTo(1, within(1e-12));
  }

  @Test
  void shouldDropTheChildrenOfAnInactiveParent() {
    double[] u = {.5, .9, .5, .5, .5, .9, .5, .5, .5};
    assertThat(RICH.fromUnit(u).values().keySet())
        .containsExactly("batch", "dropout", "layers", "lr", "optimizer", "width");
  }

  @Test
  void shouldGiveEachIntegerTheSameShareOfTheUnitInterval() {
    SearchSpace space = SearchSpace.of(List.of(IntParameter.linear("n", 1, 5))).orElseThrow();
    int[] counts = new int[6];
    for (int i = 0; i < 1000; i++) {
      counts[((Long) space.fromUnit(new double[] {i / 1000.0}).values().get("n")).intValue()]++;
    }
    assertThat(counts).containsExactly(0, 200, 200, 200, 200, 200);
  }

  @Test
  void shouldSpreadALogParameterEvenlyOverTheDecades() {
    SearchSpace space = SearchSpace.of(List.of(DoubleParameter.log("x", 1e-4, 1))).orElseThrow();
    assertThat((double) space.fromUnit(new double[] {.25}).values().get("x"))
        .isCloseTo(1e-3, within(1e-15));
  }

  @Test
  void shouldNotOverflowOnTheWidestRange() {
    SearchSpace space =
        SearchSpace.of(List.of(DoubleParameter.linear("x", -Double.MAX_VALUE, Double.MAX_VALUE)))
            .orElseThrow();
    Configuration middle = space.fromUnit(new double[] {.5});
    assertThat(middle.values()).containsEntry("x", 0.0);
    assertThat(new Encoder(space).encode(middle)).containsExactly(.5);
  }

  @Test
  void shouldMakeStepsThatReadAsTheUserWroteThem() {
    SearchSpace space =
        SearchSpace.of(
                List.of(new DoubleParameter("x", .1, .9, false, Optional.of(.1), Optional.empty())))
            .orElseThrow();
    assertThat(space.cardinality()).isEqualTo(OptionalLong.of(9));
    assertThat(space.enumerate(2)).contains(Configuration.of(Map.of("x", .3)));
    assertThat(space.coerce(Map.of("x", .1 + .2))).isEqualTo(Configuration.of(Map.of("x", .3)));
    assertThat(space.check(Configuration.of(Map.of("x", .35)))).hasSize(1);
  }

  @Test
  void shouldExplainEachFaultOfAConfiguration() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("optimizer", "adam");
    given.put("momentum", .5);
    given.put("lr", "fast");
    given.put("layers", 7);
    given.put("width", 1.5);
    given.put("nesterov", true);
    given.put("warmup", 3);
    given.put("batch", 64.0);
    given.put("lerning_rate", .1);
    given.put("dropout", Double.NaN);
    List<Problem> problems = RICH.check(RICH.coerce(given));
    assertThat(problems)
        .extracting(Problem::toString)
        .containsExactlyInAnyOrder(
            "momentum: does not exist here; leave it out (it exists only while optimizer is 'sgd')",
            "lr: must be a number from 1.0E-5 to 1.0, was 'fast'",
            "layers: must be an integer from 1 to 4, was 7",
            "width: must be an integer from 1 to 1024, was 1.5",
            "warmup: must be an integer from 0 to 20 in steps of 5, was 3",
            "dropout: must be a number from 0.0 to 0.5 in steps of 0.1, was 'NaN'",
            "lerning_rate: is no parameter of this space; remove it or use one of momentum,"
                + " optimizer, lr, layers, width, nesterov, warmup, batch, dropout");
  }

  @Test
  void shouldBlameTheParentOnlyWhenItsValueIsWrong() {
    List<Problem> problems =
        RICH.check(
            RICH.coerce(
                Map.of(
                    "optimizer",
                    "rmsprop",
                    "lr",
                    1,
                    "layers",
                    1.0,
                    "width",
                    2,
                    "batch",
                    32,
                    "dropout",
                    0,
                    "momentum",
                    .5)));
    assertThat(problems).extracting(Problem::path).containsExactly("optimizer");
  }

  @Test
  void shouldReportMissingParameters() {
    assertThat(RICH.check(Configuration.of(Map.of("optimizer", "lbfgs"))))
        .extracting(Problem::path)
        .containsExactlyInAnyOrder("lr", "layers", "width", "batch", "dropout");
  }

  @Test
  void shouldGiveNumbersTheTypeOfTheirParameter() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("optimizer", "lbfgs");
    given.put("lr", 1);
    given.put("layers", 2.0);
    given.put("width", (short) 3);
    given.put("batch", 64.0f);
    given.put("dropout", 0);
    given.put("momentum", null);
    Configuration coerced = RICH.coerce(given);
    assertThat(RICH.check(coerced)).isEmpty();
    assertThat(coerced.values())
        .containsEntry("lr", 1.0)
        .containsEntry("layers", 2L)
        .containsEntry("width", 3L)
        .containsEntry("batch", 64L)
        .containsEntry("dropout", 0.0);
  }

  @Test
  void shouldTakeYamlNumbersAndBooleansForTextChoices() {
    SearchSpace space =
        SearchSpace.of(List.of(CategoricalParameter.of("c", "1", "true"))).orElseThrow();
    assertThat(space.coerce(Map.of("c", 1)).values()).containsEntry("c", "1");
    assertThat(space.coerce(Map.of("c", true)).values()).containsEntry("c", "true");
  }

  @Test
  void shouldCountConditionalConfigurationsOnce() {
    // optimizer: adam/lbfgs 1 each, sgd x nesterov(2)
    SearchSpace space =
        SearchSpace.of(
                List.of(
                    CategoricalParameter.of("optimizer", "adam", "sgd", "lbfgs"),
                    new BooleanParameter(
                        "nesterov", Optional.of(Condition.when("optimizer", "sgd")))))
            .orElseThrow();
    assertThat(space.cardinality()).isEqualTo(OptionalLong.of(4));
  }

  @Test
  void shouldHaveNoCardinalityWhenInfiniteOrTooLarge() {
    assertThat(RICH.cardinality()).isEmpty();
    assertThat(RICH.enumerate(0)).isEmpty();
    long wide = 1L << 40;
    SearchSpace large =
        SearchSpace.of(
                List.of(IntParameter.linear("a", 0, wide), IntParameter.linear("b", 0, wide)))
            .orElseThrow();
    assertThat(large.cardinality()).isEmpty();
    SearchSpace countable =
        SearchSpace.of(List.of(IntParameter.linear("a", 0, wide), BooleanParameter.of("b")))
            .orElseThrow();
    assertThat(countable.cardinality()).isEqualTo(OptionalLong.of(2 * (wide + 1)));
    assertThat(countable.enumerate(2 * wide + 1)).isPresent();
    assertThat(countable.enumerate(2 * wide + 2)).isEmpty();
  }

  @Property(tries = 300)
  void shouldEnumerateEachConfigurationExactlyOnce(@ForAll("finite") SearchSpace space) {
    long size = space.cardinality().orElseThrow();
    Set<Configuration> seen = new HashSet<>();
    for (long i = 0; i < size; i++) {
      Configuration configuration = space.enumerate(i).orElseThrow();
      assertThat(space.check(configuration)).isEmpty();
      assertThat(seen.add(configuration)).isTrue();
    }
    // Brute force: a fine grid of the unit cube reaches nothing else.
    CounterRandom random = CounterRandom.of(1, "grid", size);
    for (int i = 0; i < 200; i++) {
      double[] u = unit(space.dimensions(), random);
      assertThat(seen).contains(space.fromUnit(u));
    }
  }

  @Property(tries = 300)
  void shouldMakeValidConfigurationsThatSurviveCoercion(@ForAll long seed) {
    Configuration made = RICH.fromUnit(unit(RICH.dimensions(), CounterRandom.of(seed, "u", 0)));
    assertThat(RICH.check(made)).isEmpty();
    assertThat(RICH.coerce(made.values())).isEqualTo(made);
  }

  @Provide
  Arbitrary<SearchSpace> finite() {
    return Spaces.finite();
  }

  private static double[] unit(int dimensions, CounterRandom random) {
    double[] u = new double[dimensions];
    for (int i = 0; i < dimensions; i++) {
      u[i] = random.nextDouble();
    }
    return u;
  }
}
