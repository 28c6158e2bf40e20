package io.flexhb.core.spec;

import static io.flexhb.core.spec.StudyTrees.map;
import static io.flexhb.core.spec.StudyTrees.smallest;
import static io.flexhb.core.spec.StudyTrees.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.space.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StudySpecWriterTest {

  @Test
  void shouldReadBackWhatItWrote() {
    Map<String, Object> tree = with("algorithm", "flexhb-paper");
    StudyTrees.put(tree, "switches/glosh.lambda", List.of(0.25, 0.5, 1));
    StudyTrees.put(tree, "switches/fgf.levels", List.of(6, 12));
    StudyTrees.put(tree, "trial/lease", "1h30m");
    StudyTrees.put(tree, "limits/deadline", "90061001ms");
    StudyTrees.put(tree, "limits/failures", "none");
    StudyTrees.put(tree, "space/batch", map("type", "ordinal", "values", List.of(8, 16.5)));
    StudyTrees.put(
        tree,
        "space/n",
        map(
            "type",
            "int",
            "low",
            1,
            "high",
            5,
            "activeWhen",
            map("parameter", "batch", "values", List.of(8))));
    StudySpec spec = StudySpecReader.read(tree).orElseThrow();

    StudySpec again = StudySpecReader.read(StudySpecWriter.toTree(spec)).orElseThrow();

    assertThat(StudySpecWriter.toTree(again)).isEqualTo(StudySpecWriter.toTree(spec));
    assertThat(again.method()).isEqualTo(spec.method());
    assertThat(again.limits()).isEqualTo(spec.limits());
    assertThat(again.space().parameters()).isEqualTo(spec.space().parameters());
  }

  @Test
  void shouldLetLimitsAndPatienceChange() {
    StudySpec current = StudySpecReader.read(smallest()).orElseThrow();
    Map<String, Object> tree = with("limits", map("loops", 2, "budget", 1000, "failures", "none"));
    StudyTrees.put(tree, "trial/lease", "1m");
    StudySpec wanted = StudySpecReader.read(tree).orElseThrow();

    StudySpecDifference difference = StudySpecDifference.between(current, wanted);

    assertThat(difference.refused()).isEmpty();
    assertThat(difference.amended())
        .extracting(Problem::toString)
        .containsExactly(
            "limits.budget: was not set, becomes 1000",
            "limits.failures: was 20, becomes none",
            "limits.loops: was 1, becomes 2",
            "trial.lease: was 30s, becomes 1m");
  }

  @Test
  void shouldRefuseEverythingElse() {
    StudySpec current = StudySpecReader.read(smallest()).orElseThrow();
    Map<String, Object> tree = with("space/lr/high", 2);
    StudyTrees.put(tree, "objective/direction", "maximize");
    StudyTrees.put(tree, "seed", 7);
    StudySpec wanted = StudySpecReader.read(tree).orElseThrow();

    assertThat(StudySpecDifference.between(current, wanted).refused())
        .extracting(Problem::path)
        .containsExactly("objective.direction", "seed", "space.lr.high");
  }

  @Test
  void shouldRefuseAnotherOrderOfParameters() {
    Map<String, Object> a = map("type", "boolean");
    StudySpec current = StudySpecReader.read(with("space", map("a", a, "b", a))).orElseThrow();
    StudySpec wanted = StudySpecReader.read(with("space", map("b", a, "a", a))).orElseThrow();

    assertThat(StudySpecDifference.between(current, wanted).refused())
        .extracting(Problem::path)
        .containsExactly("space");
  }

  @Test
  void shouldTakeAPresetSpeltOutForTheSame() {
    StudySpec current = StudySpecReader.read(smallest()).orElseThrow();
    Map<String, Object> tree = with("algorithm", "random");
    tree.put("sampler", "fgf");
    tree.put("brackets", "flexband");
    tree.put("promotion", "glosh");
    StudySpec wanted = StudySpecReader.read(tree).orElseThrow();

    assertThat(StudySpecDifference.between(current, wanted).isEmpty()).isTrue();
  }

  @Test
  void shouldPlanWhatTheStudyWillDo() {
    StudyPlan plan = StudyPlan.of(StudySpecReader.read(smallest()).orElseThrow());

    assertThat(plan.brackets())
        .extracting(Object::toString)
        .containsExactly("27@1 → 9@3 → 3@9 → 1@27", "9@3 → 3@9 → 1@27", "6@9 → 2@27", "4@27");
    assertThat(plan.costWithResume()).isEqualTo(342);
    assertThat(plan.costWithoutResume()).isEqualTo(405);
    assertThat(plan.trialsPerLoop()).isEqualTo(46);
    assertThat(plan.rungLevels()).containsExactly(1L, 3L, 9L, 27L);
    assertThat(plan.configurations()).isEmpty();
  }
}
