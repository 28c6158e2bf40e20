package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.Tries;
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
  private static final int MOST_STUDIES = 400;
  private static final int LEAST_STUDIES = Tries.of(MOST_STUDIES, 0);
  private static final Set<String> PAUSES = Set.of("ACTIVE->PAUSED", "PAUSED->ACTIVE");

  @BeforeAll
  static void runUntilEverythingHasHappened() {
    Visited.wish();
    for (int seed = 0;
        seed < LEAST_STUDIES || (seed < MOST_STUDIES && !isEverythingVisited());
        seed++) {
      Scenario scenario = new Scenario(1 + seed % 20, 2 + seed % 3, 1 + seed % 5, seed, 0.15);
      assertThat(Simulator.run(scenario.plan(), new Invariants(1000)).finished())
          .as("%s", scenario)
          .isTrue();
    }
  }

  private static boolean isEverythingVisited() {
    return Visited.transitions().equals(declaredTransitions())
        && Visited.statuses().containsAll(PAUSES)
        && Visited.facts().equals(declaredFacts());
  }

  @Test
  void shouldTakeEveryDeclaredTransition() {
    assertThat(Visited.transitions()).containsExactlyElementsOf(declaredTransitions());
  }

  @Test
  void shouldPauseAndResumeStudiesWhoseTrialsFail() {
    assertThat(Visited.statuses()).containsAll(PAUSES);
  }

  @Test
  void shouldStateEveryKindOfFact() {
    assertThat(Visited.facts()).containsExactlyElementsOf(declaredFacts());
  }

  private static Set<String> declaredTransitions() {
    return Arrays.stream(TrialStatus.values())
        .flatMap(from -> from.successors().stream().map(to -> from + "->" + to))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> declaredFacts() {
    return facts(Fact.class)
        .map(Class::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<Class<?>> facts(Class<?> kind) {
    return kind.isSealed()
        ? Arrays.stream(kind.getPermittedSubclasses()).flatMap(CoverageTest::facts).distinct()
        : Stream.of(kind);
  }
}
