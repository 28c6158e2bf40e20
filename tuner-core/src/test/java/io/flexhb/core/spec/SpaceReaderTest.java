package io.flexhb.core.spec;

import static io.flexhb.core.spec.StudyTrees.map;
import static io.flexhb.core.spec.StudyTrees.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.space.CategoricalParameter;
import io.flexhb.core.space.Condition;
import io.flexhb.core.space.ConstantParameter;
import io.flexhb.core.space.Forbidden;
import io.flexhb.core.space.JsonText;
import io.flexhb.core.space.OrdinalParameter;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.SearchSpace;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpaceReaderTest {

  @Test
  void shouldTakeNumbersBooleansNullAndListsAsChoices() {
    SearchSpace space =
        space(
            "layers",
            map(
                "type",
                "categorical",
                "choices",
                Arrays.asList("auto", 16, 0.5, true, null, List.of(64, List.of(1.5, "x")))));

    assertThat(space.parameters().get(0))
        .isEqualTo(
            CategoricalParameter.of(
                "layers",
                "auto",
                16,
                0.5,
                true,
                JsonText.of(null),
                JsonText.of(List.of(64, List.of(1.5, "x")))));
    assertThat(((CategoricalParameter) space.parameters().get(0)).choices().get(5))
        .hasToString("[64,[1.5,\"x\"]]");
    assertThat(space.check(space.coerce(map("layers", null)))).isEmpty();
    assertThat(space.check(space.coerce(map("layers", List.of(64L, List.of(1.5, "x")))))).isEmpty();
    assertThat(space.check(space.coerce(map("layers", 16.0)))).isEmpty();
    assertThat(space.check(space.coerce(map("layers", List.of(32)))))
        .extracting(Problem::toString)
        .containsExactly(
            "layers: must be one of 'auto', 16, 0.5, true, null, [64,[1.5,\"x\"]], was [32]");
  }

  @Test
  void shouldTakeNamesOfMetricsAsPlatformsHaveThem() {
    assertThat(
            StudySpecReader.read(with("objective/metric", "f1@[IoU=0.5,area=all]"))
                .orElseThrow()
                .objective()
                .metric())
        .isEqualTo("f1@[IoU=0.5,area=all]");
    assertThat(StudySpecReader.read(with("objective/metric", "val loss")).problems())
        .extracting(Problem::toString)
        .containsExactly(
            "objective.metric: was 'val loss'; use 1 to 100 characters without blanks");
  }

  @Test
  void shouldTakeAConstant() {
    assertThat(space("momentum", map("value", 0.9)).parameters())
        .containsExactly(ConstantParameter.of("momentum", 0.9));
    assertThat(space("depth", map("value", null)).parameters())
        .containsExactly(ConstantParameter.of("depth", JsonText.of(null)));
    assertThat(problems(map("momentum", map("value", 0.9, "low", 0))))
        .containsExactly("space.momentum.low: is unknown; use one of value, activeWhen");
    assertThat(space("momentum", map("value", 0.9)).tunedDimensions()).isZero();
  }

  @Test
  void shouldTakeOrdinalBooleans() {
    assertThat(space("flag", map("type", "ordinal", "values", List.of(true, false))).parameters())
        .containsExactly(OrdinalParameter.of("flag", true, false));
    assertThat(problems(map("flag", map("type", "ordinal", "values", List.of(true, 1)))))
        .containsExactly(
            "space.flag.values: must be all numbers, all text or all booleans, was [true, 1]");
    assertThat(problems(map("d", map("type", "ordinal", "values", Arrays.asList(1, null)))))
        .containsExactly(
            "space.d.values[1]: must be text, a number or true/false, which have an order, was null;"
                + " for null and lists use type categorical");
  }

  @Test
  void shouldTakeAStepOnALogarithmicScale() {
    SearchSpace space =
        space("units", map("type", "int", "low", 16, "high", 512, "log", true, "step", 16));

    int below128 = 0;
    for (int i = 0; i < 1000; i++) {
      long units = (Long) space.fromUnit(new double[] {i / 1000.0}).values().get("units");
      assertThat(units % 16).isZero();
      assertThat(units).isBetween(16L, 512L);
      below128 += units <= 128 ? 1 : 0;
    }
    assertThat(below128).as("a quarter of the range, most of its logarithm").isBetween(600, 750);
  }

  @Test
  void shouldReadSeveralConditions() {
    Map<String, Object> sgd = map("parameter", "opt", "values", List.of("sgd"));
    Map<String, Object> large = map("parameter", "batch", "values", List.of(64, 128));
    Map<String, Object> tree =
        map(
            "opt", map("type", "categorical", "choices", List.of("sgd", "adam")),
            "batch", map("type", "ordinal", "values", List.of(32, 64, 128)),
            "both", map("type", "boolean", "activeWhen", map("all", List.of(sgd, large))),
            "either", map("type", "boolean", "activeWhen", map("any", List.of(sgd, large))));
    SearchSpace space = read(tree);

    assertThat(space.parameters().get(2).activeWhen())
        .contains(
            new Condition.All(
                List.of(Condition.when("opt", "sgd"), Condition.when("batch", 64, 128))));
    assertThat(space.cardinality()).hasValue(2 + 4 + 4 + 1 + 2 + 2);
    assertThat(space.check(space.coerce(map("opt", "adam", "batch", 64, "either", true))))
        .isEmpty();
    assertThat(
            space.check(
                space.coerce(map("opt", "adam", "batch", 64, "either", true, "both", true))))
        .extracting(Problem::toString)
        .containsExactly(
            "both: does not exist here; leave it out (it exists only while opt is 'sgd', and batch"
                + " is 64 or 128)");
  }

  @Test
  void shouldTellAllThatIsWrongWithSeveralConditions() {
    Map<String, Object> tree =
        map(
            "opt", map("type", "categorical", "choices", List.of("sgd", "adam")),
            "lr", map("type", "double", "low", 0, "high", 1),
            "a",
                map(
                    "type",
                    "boolean",
                    "activeWhen",
                    map(
                        "all",
                        List.of(
                            map("parameter", "opt", "values", List.of("rms")),
                            map("parameter", "lr", "values", List.of(1)),
                            map(
                                "any",
                                List.of(map("parameter", "nobody", "values", List.of(1))))))),
            "b", map("type", "boolean", "activeWhen", map("any", List.of())),
            "c", map("type", "boolean", "activeWhen", map("all", List.of("opt"))),
            "d", map("type", "boolean", "activeWhen", map("all", List.of(), "values", 1)));

    assertThat(problems(tree))
        .containsExactlyInAnyOrder(
            "space.a.activeWhen.all[0].values[0]: 'rms' is no value of 'opt'; give one of 'sgd',"
                + " 'adam'",
            "space.a.activeWhen.all[1].parameter: 'lr' is a real number; a condition needs a"
                + " boolean, categorical, ordinal or int parameter, or one with a step",
            "space.a.activeWhen.all[2].any[0].parameter: 'nobody' is not declared; declare it or"
                + " correct the name",
            "space.b.activeWhen.any: is empty; list conditions, each with parameter and values",
            "space.c.activeWhen.all[0]: must be a section with keys of its own, was 'opt'",
            "space.d.activeWhen.values: is unknown; use one of all");
  }

  @Test
  void shouldReadForbiddenCombinations() {
    Map<String, Object> tree =
        with(
            "space",
            map(
                "opt", map("type", "categorical", "choices", Arrays.asList("sgd", null)),
                "batch", map("type", "int", "low", 1, "high", 4)));
    tree.put("forbidden", List.of(map("opt", null, "batch", List.of(3, 4))));
    SearchSpace space = StudySpecReader.read(tree).orElseThrow().space();

    assertThat(space.forbidden())
        .containsExactly(
            new Forbidden(Map.of("opt", Arrays.asList((Object) null), "batch", List.of(3L, 4L))));
    assertThat(space.cardinality()).hasValue(6);
    assertThat(space.check(space.coerce(map("opt", null, "batch", 3))))
        .extracting(Problem::toString)
        .containsExactly(
            "opt, batch: is a forbidden combination: opt is null with batch is 3 or 4; change one of"
                + " them");
  }

  @Test
  void shouldTellAllThatIsWrongWithForbiddenCombinations() {
    Map<String, Object> tree =
        with("space/opt", map("type", "categorical", "choices", List.of("sgd", "adam")));
    StudyTrees.put(tree, "space/bad", map("type", "categorical"));
    tree.put(
        "forbidden",
        List.of(
            map("opt", "rms", "lr", 0.5),
            map("nobody", 1),
            map(),
            "opt",
            map("opt", map("a", 1)),
            map("bad", "x")));

    assertThat(StudySpecReader.read(tree).problems())
        .extracting(Problem::toString)
        .containsExactlyInAnyOrder(
            "space.bad.choices: is missing; list the choices",
            "forbidden[0].opt[0]: 'rms' is no value of 'opt'; give one of 'sgd', 'adam'",
            "forbidden[0].lr: is a real number, of which single values cannot be forbidden; give it"
                + " a step",
            "forbidden[1].nobody: 'nobody' is not declared; declare it or correct the name",
            "forbidden[2]: is empty; name parameters and their values",
            "forbidden[3]: must be a section with keys of its own, was 'opt'",
            "forbidden[4].opt[0]: must be text, a number, true/false, null or a list, was a section;"
                + " give it a name here, and let the trainer look up what it means");
  }

  @Test
  void shouldRefuseToForbidEverything() {
    Map<String, Object> tree = with("space", map("flag", map("type", "boolean")));
    tree.put("forbidden", List.of(map("flag", List.of(true, false))));
    assertThat(StudySpecReader.read(tree).problems())
        .extracting(Problem::toString)
        .containsExactly("forbidden: leaves no configuration; remove an entry");
    assertThat(StudySpecReader.readStored(tree).isValid()).isTrue();
  }

  @Test
  void shouldWriteWhatItReads() {
    Map<String, Object> tree =
        map(
            "c", map("type", "categorical", "choices", Arrays.asList("a", 1, null, List.of(1, 2))),
            "k", map("value", List.of("x", 2.5)),
            "n", map("value", null),
            "b",
                map(
                    "type",
                    "boolean",
                    "activeWhen",
                    map(
                        "any",
                        List.of(
                            map("parameter", "c", "values", Arrays.asList(null, List.of(1, 2))),
                            map("parameter", "c", "values", List.of("a"))))));
    Map<String, Object> study = with("space", tree);
    study.put("forbidden", List.of(map("c", List.of(List.of(1, 2)), "b", true)));
    StudySpec spec = StudySpecReader.read(study).orElseThrow();

    StudySpec again = StudySpecReader.read(StudySpecWriter.toTree(spec)).orElseThrow();

    assertThat(again.space().parameters()).isEqualTo(spec.space().parameters());
    assertThat(again.space().forbidden()).isEqualTo(spec.space().forbidden());
    assertThat(StudySpecDifference.between(spec, again).isEmpty()).isTrue();
  }

  private static SearchSpace space(String name, Map<String, Object> parameter) {
    return read(map(name, parameter));
  }

  private static SearchSpace read(Map<String, Object> space) {
    return StudySpecReader.read(with("space", space)).orElseThrow().space();
  }

  private static List<String> problems(Map<String, Object> space) {
    return StudySpecReader.read(with("space", space)).problems().stream()
        .map(Problem::toString)
        .toList();
  }
}
