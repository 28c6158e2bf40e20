package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.TrialStatus;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is declared happens: a transition or fact that no run ever takes is a lie or untested. */
class CoverageTest {

  @BeforeAll
  static void runWhateverMayHappen() {
    for (int seed = 0; seed < 400; seed++) {
      Scenario scenario = new Scenario(1 + seed % 20, 2 + seed % 3, 1 + seed % 5, seed, 0.15);
      assertThat(Simulator.run(scenario.plan(), new Invariants(1000)).finished())
          .as("%s", scenario)
          .isTrue();
    }
    Visited.wish();
  }

  @Test
  void shouldTakeEveryDeclaredTransition() {
    Set<String> declared =
        Arrays.stream(TrialStatus.values())
            .flatMap(from -> from.successors().stream().map(to -> from + "->" + to))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(Visited.transitions()).containsExactlyElementsOf(declared);
  }

  @Test
  void shouldPauseAndResumeStudiesWhoseTrialsFail() {
    assertThat(Visited.statuses()).contains("ACTIVE->PAUSED", "PAUSED->ACTIVE");
  }

  @Test
  void shouldStateEveryKindOfFact() {
    Set<String> declared =
        facts(Fact.class).map(Class::getSimpleName).collect(Collectors.toCollection(TreeSet::new));
    assertThat(Visited.facts()).containsExactlyElementsOf(declared);
  }

  private static Stream<Class<?>> facts(Class<?> kind) {
    return kind.isSealed()
        ? Arrays.stream(kind.getPermittedSubclasses()).flatMap(CoverageTest::facts).distinct()
        : Stream.of(kind);
  }
}
