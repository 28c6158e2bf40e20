package io.flexhb.core.spec;

import static io.flexhb.core.spec.StudyTrees.smallest;
import static io.flexhb.core.spec.StudyTrees.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.space.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrategyTest {

  @Test
  void shouldTakeTheLastValueUnlessAStudySaysOtherwise() {
    StudySpec spec = StudySpecReader.read(smallest()).orElseThrow();

    assertThat(spec.objective().strategy()).isEqualTo(Strategy.LAST);
    assertThat(StudySpecReader.read(with("objective/strategy", "last")).orElseThrow().objective())
        .isEqualTo(spec.objective());
    assertThat(StudySpecWriter.toTree(spec).get("objective").toString())
        .as("stored studies stay as they were")
        .doesNotContain("strategy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"best", "mean-of-last-2", "mean-of-last-100"})
  void shouldWriteWhatItReads(String strategy) {
    StudySpec spec = StudySpecReader.read(with("objective/strategy", strategy)).orElseThrow();

    assertThat(spec.objective().strategy()).hasToString(strategy);
    assertThat(StudySpecReader.read(StudySpecWriter.toTree(spec)).orElseThrow().objective())
        .isEqualTo(spec.objective());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mean", "mean-of-last-1", "mean-of-last-101", "mean-of-last-x", "Best", ""})
  void shouldRefuseOthersWithAllElseThatIsWrong(String strategy) {
    Map<String, Object> tree = with("objective/strategy", strategy);
    StudyTrees.put(tree, "seed", "x");

    assertThat(StudySpecReader.read(tree).problems())
        .extracting(Problem::toString)
        .containsExactlyInAnyOrder(
            "objective.strategy: must be last, best or mean-of-last-K with K from 2 to 100, such as"
                + " mean-of-last-5, was '"
                + strategy
                + "'",
            "seed: must be a whole number, was 'x'");
  }

  @Test
  void shouldRefuseAnotherStrategyForARunningStudy() {
    StudySpec running = StudySpecReader.read(smallest()).orElseThrow();
    StudySpec wanted = StudySpecReader.read(with("objective/strategy", "best")).orElseThrow();

    assertThat(StudySpecDifference.between(running, wanted).refused())
        .extracting(Problem::toString)
        .containsExactly(
            "objective.strategy: is not set in the running study and cannot become best; put it"
                + " back, or make a new study");
  }
}
