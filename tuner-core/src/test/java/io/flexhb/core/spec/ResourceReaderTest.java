package io.flexhb.core.spec;

import static io.flexhb.core.spec.StudyTrees.map;
import static io.flexhb.core.spec.StudyTrees.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.ResourceLadder;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.space.Problem;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Studies that count their resource in fractions, or in thousands. */
class ResourceReaderTest {

  private static Map<String, Object> fractional() {
    Map<String, Object> tree =
        with("resource", map("min", 0.1, "max", 1, "step", 0.1, "unit", "data"));
    StudyTrees.put(tree, "limits", map("budget", 12.5));
    StudyTrees.put(tree, "switches", map("fgf.levels", List.of(0.1, 0.3, 0.5)));
    return tree;
  }

  @Test
  void shouldCountFractionsInSteps() {
    StudySpec spec = StudySpecReader.read(fractional()).orElseThrow();

    assertThat(spec.ladder()).isEqualTo(new ResourceLadder(10, 3, 1));
    assertThat(spec.step()).isEqualTo(new ResourceStep(new BigDecimal("0.1")));
    assertThat(spec.unit()).isEqualTo("data");
    assertThat(spec.fidelityLevels()).containsExactly(1L, 3L, 5L, 10L);
    assertThat(spec.limits().budget()).hasValue(125);
    assertThat(spec.shown(3)).isEqualTo("0.3");
  }

  @Test
  void shouldCountThousandsInSteps() {
    StudySpec spec =
        StudySpecReader.read(with("resource", map("max", 27_000, "step", 1000))).orElseThrow();

    assertThat(spec.ladder()).isEqualTo(new ResourceLadder(27, 3, 1));
    assertThat(spec.shown(9)).isEqualTo("9000");
  }

  @Test
  void shouldBeTheSameStudyWithoutAStepAsWithAStepOfOne() {
    StudySpec without = StudySpecReader.read(with("resource/max", 27)).orElseThrow();
    StudySpec one = StudySpecReader.read(with("resource", map("max", 27, "step", 1))).orElseThrow();

    assertThat(one.step()).isEqualTo(ResourceStep.ONE);
    assertThat(StudySpecWriter.toTree(one)).isEqualTo(StudySpecWriter.toTree(without));
    assertThat(StudySpecWriter.toTree(without).get("resource"))
        .isEqualTo(map("max", 27L, "min", 1L, "eta", 3L, "unit", "units"));
  }

  @Test
  void shouldWriteWhatItReads() {
    StudySpec spec = StudySpecReader.read(fractional()).orElseThrow();
    Map<String, Object> tree = StudySpecWriter.toTree(spec);

    assertThat(tree.get("resource"))
        .isEqualTo(map("max", 1L, "min", 0.1, "eta", 3L, "unit", "data", "step", 0.1));
    assertThat(tree.get("limits")).isEqualTo(map("budget", 12.5, "failures", 20L));
    assertThat(tree.get("switches"))
        .isEqualTo(map("budget.tail", "plan", "fgf.levels", List.of(0.1, 0.3, 0.5)));
    assertThat(StudySpecWriter.toTree(StudySpecReader.read(tree).orElseThrow())).isEqualTo(tree);
  }

  @Test
  void shouldTellAllProblemsAtOnceAndTheNearestMultiples() {
    Map<String, Object> tree = with("resource", map("min", 0.25, "max", 1.04, "step", 0.1));
    StudyTrees.put(tree, "limits", map("budget", 12.55));
    StudyTrees.put(tree, "switches", map("fgf.levels", List.of(0.1, 0.33)));

    assertThat(problems(tree))
        .containsExactlyInAnyOrder(
            "resource.min: must be a multiple of step 0.1, was 0.25; write 0.2 or 0.3",
            "resource.max: must be a multiple of step 0.1, was 1.04; write 1 or 1.1",
            "limits.budget: must be a multiple of step 0.1, was 12.55; write 12.5 or 12.6",
            "switches.fgf.levels[1]: must be a multiple of step 0.1, was 0.33; write 0.3 or 0.4");
  }

  @Test
  void shouldSayHowFractionsAreCounted() {
    assertThat(problems(with("resource", map("min", 0.1, "max", 1))))
        .containsExactly(
            "resource.min: must be a whole number, was 0.1; to count in fractions say in which,"
                + " such as resource: {step: 0.1}");
    assertThat(problems(with("resource", map("min", 1, "max", 9, "unit", 0.1))))
        .containsExactly(
            "resource.unit: is what people call the resource, such as epochs; to count in steps of"
                + " 0.1 write step: 0.1");
  }

  @Test
  void shouldRefuseStepsThatAreNone() {
    assertThat(problems(with("resource", map("max", 1, "step", 0))))
        .containsExactly("resource.step: must be above 0 and at most 1000000000, was 0");
    assertThat(problems(with("resource", map("max", 1, "step", "a tenth"))))
        .containsExactly("resource.step: must be a number, was 'a tenth'");
    assertThat(problems(with("resource", map("max", 1, "step", 0.333333333))))
        .containsExactly(
            "resource.step: has more than 6 digits, was 0.333333333; count in a rounder one, such"
                + " as 0.33");
    assertThat(problems(with("resource", map("max", 0.05, "step", 0.1))))
        .containsExactly("resource.max: must be a multiple of step 0.1, was 0.05; write 0.1");
    assertThat(problems(with("resource", map("max", -1, "step", 0.1))))
        .containsExactly("resource.max: must be from 0.1 to 100000000, was -1");
    assertThat(problems(with("resource", map("min", 2, "max", 1, "step", 0.1))))
        .containsExactly("resource.min: must not exceed max 1, was 2");
  }

  @Test
  void shouldTellContradictionsInTheUsersUnit() {
    Map<String, Object> tree = fractional();
    StudyTrees.put(tree, "limits", map("budget", 0.9));

    assertThat(problems(tree))
        .containsExactly(
            "limits.budget: must be at least 1, was 0.9; else not even one trial to the largest"
                + " resource fits and the study ends before its first trial");
  }

  @Test
  void shouldRefuseAnotherStepForARunningStudyAndTakeAnotherBudget() {
    StudySpec running = StudySpecReader.read(fractional()).orElseThrow();
    Map<String, Object> finer = fractional();
    StudyTrees.put(finer, "resource", map("min", 0.1, "max", 1, "step", 0.05, "unit", "data"));
    Map<String, Object> larger = fractional();
    StudyTrees.put(larger, "limits", map("budget", 20));

    assertThat(
            StudySpecDifference.between(running, StudySpecReader.read(finer).orElseThrow())
                .refused())
        .extracting(Problem::toString)
        .containsExactly(
            "resource.step: is 0.1 in the running study and cannot become 0.05; put it back, or"
                + " make a new study");
    assertThat(
            StudySpecDifference.between(running, StudySpecReader.read(larger).orElseThrow())
                .amended())
        .extracting(Problem::toString)
        .containsExactly("limits.budget: was 12.5, becomes 20");
  }

  private static List<String> problems(Map<String, Object> tree) {
    return StudySpecReader.read(tree).problems().stream().map(Problem::toString).toList();
  }
}
