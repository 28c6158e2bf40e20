package io.flexhb.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.core.random.CounterRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class GloSHTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;
  private static final int X = 3;
  private static final int Y = 4;
  private static final List<Ranked> LOCAL =
      List.of(new Ranked(.30, A), new Ranked(.20, B), new Ranked(.40, C));
  private static final TrialPool POOL =
      TrialPool.UNBOUNDED.with(new Ranked(.10, X)).with(new Ranked(.35, Y));

  @Test
  void shouldReviveTheBestOfThePoolWhenItsCoinAlwaysFallsWell() {
    GloSH.Outcome outcome = decide(LOCAL, POOL, 1, 1);
    assertThat(outcome.kept()).containsExactly(new GloSH.Kept(X, .10, 1, true));
    assertThat(outcome.stopped()).extracting(GloSH.Dropped::trial).containsExactly(B, A, C);
    assertThat(outcome.passedOver()).isEmpty();
  }

  @Test
  void shouldKeepTheBestOfTheRungWhenNothingIsRevived() {
    GloSH.Outcome outcome = decide(LOCAL, POOL, 1, 0);
    assertThat(outcome.kept()).containsExactly(new GloSH.Kept(B, .20, 1, false));
    assertThat(outcome.stopped())
        .containsExactly(new GloSH.Dropped(A, .30, 2), new GloSH.Dropped(C, .40, 3));
  }

  @Test
  void shouldRankAmongAllAndNameWhoLostItsCoin() {
    // With a probability this small every coin falls badly.
    GloSH.Outcome outcome = decide(LOCAL, POOL, 2, Double.MIN_VALUE);
    assertThat(outcome.kept())
        .containsExactly(new GloSH.Kept(B, .20, 2, false), new GloSH.Kept(A, .30, 3, false));
    assertThat(outcome.passedOver()).containsExactly(new Ranked(.10, X));
    assertThat(outcome.stopped()).containsExactly(new GloSH.Dropped(C, .40, 3));
    assertThat(outcome.locals()).isEqualTo(3);
    assertThat(outcome.cohort()).isEqualTo(5);
  }

  @Test
  void shouldPreferTheRungsOwnTrialInATie() {
    GloSH.Outcome outcome =
        decide(List.of(new Ranked(.5, 9)), TrialPool.UNBOUNDED.with(new Ranked(.5, 1)), 1, 1);
    assertThat(outcome.kept()).extracting(GloSH.Kept::trial).containsExactly(9);
  }

  @Test
  void shouldPreferTheLowerNumberInATieOfTheRung() {
    GloSH.Outcome outcome =
        decide(List.of(new Ranked(.5, 7), new Ranked(.5, 4)), TrialPool.UNBOUNDED, 1, 0);
    assertThat(outcome.kept()).extracting(GloSH.Kept::trial).containsExactly(4);
  }

  @Test
  void shouldKeepFewerWhenTooManyFailed() {
    assertThat(decide(List.of(new Ranked(.5, 7)), TrialPool.UNBOUNDED, 9, 1).kept()).hasSize(1);
    assertThat(decide(List.of(), TrialPool.UNBOUNDED, 9, 1).kept()).isEmpty();
  }

  @Test
  void shouldKeepPooledTrialsAsOftenAsLambdaSays() {
    int revived = 0;
    for (int i = 0; i < 10_000; i++) {
      revived +=
          GloSH.decide(LOCAL, POOL, 1, 1.0 / 3, CounterRandom.of(5, "revival", i)).kept().stream()
              .filter(GloSH.Kept::revived)
              .count();
    }
    assertThat(revived / 10_000.0).isCloseTo(1.0 / 3, within(0.02));
  }

  @Test
  void shouldHaveThePapersProbabilities() {
    assertThat(GloSH.defaultLambdas(4)).containsExactly(1.0 / 3, 1.0 / 2, 1.0, 0.0);
    assertThat(GloSH.defaultLambdas(5)).containsExactly(1.0 / 4, 1.0 / 3, 1.0 / 2, 1.0, 0.0);
    assertThat(GloSH.defaultLambdas(1)).containsExactly(0.0);
  }

  private static GloSH.Outcome decide(List<Ranked> local, TrialPool pool, int keep, double lambda) {
    return GloSH.decide(local, pool, keep, lambda, CounterRandom.of(1, "revival", 0));
  }
}
