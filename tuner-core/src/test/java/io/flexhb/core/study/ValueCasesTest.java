package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.fidelity.FidelityLevels;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases "values" of users of other tuners. */
class ValueCasesTest {
  private static final StudySpec SPEC = Specs.of(9, 3).spec();

  @ParameterizedTest
  @ValueSource(
      doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300, -1e300})
  void shouldFailATrialThatIsNotFiniteAtItsRungInEitherDirection(double value) {
    for (StudySpec spec : List.of(SPEC, Specs.of(9, 3).maximise().spec())) {
      Conversation c = new Conversation(spec);
      c.train("A", 1, value);
      assertThat(c.trial(0).status()).isEqualTo(TrialStatus.FAILED);
      assertThat(c.trial(0).failedAt()).hasValue(1);
      assertThat(c.trial(0).levels()).isEmpty();
      assertThat(c.trial(0).reason())
          .isEqualTo("failed: loss was %s at resource 1".formatted(value));
      assertThat(c.transcript()).contains("A: STOP trial 0 attempt 1");
    }
  }

  @Test
  void shouldTakeAValueThatIsNotFiniteBetweenRungsForNoValue() {
    Conversation c = new Conversation(Specs.of(9, 3).trials(1).spec());
    c.ask("A", 1);
    c.report("A", 0, 1, 1, 0.5);
    c.report("A", 0, 1, 2, Double.NaN);
    assertThat(c.rejection()).contains(Rejection.Kind.INVALID);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.RUNNING);
  }

  @Test
  void shouldNotChangeAnythingForAValueThatNothingLooksAt() {
    Conversation c =
        new Conversation(Specs.of(9, 3).trials(1).levels(FidelityLevels.rungs()).spec());
    c.ask("A", 1);
    c.started("A", 0, 1);
    c.report("A", 0, 1, 1, Metric.of(0.5), c.seen(0), Optional.empty());
    c.report("A", 0, 1, 3, Metric.of(0.4), c.seen(0), Optional.empty());
    StudyState before = c.state();

    c.report("A", 0, 1, 4, Metric.of(0.3), c.seen(0), Optional.empty());

    assertThat(c.last().changesState()).isFalse();
    assertThat(c.rejection()).isEmpty();
    assertThat(c.state()).isSameAs(before);
    c.report("A", 0, 1, 5, Metric.of(0.3), c.seen(0), Optional.of(new Checkpoint(5, "p5")));
    assertThat(c.trial(0).checkpoint()).contains(new Checkpoint(5, "p5"));
    assertThat(c.trial(0).resource()).isEqualTo(3);
  }

  @Test
  void shouldNeverPromoteAFailedTrial() {
    Conversation c = new Conversation(Specs.of(3, 3).spec());
    c.train("A", 1, Double.NEGATIVE_INFINITY);
    c.train("A", 2, 5);
    c.train("A", 3, 6);
    assertThat(c.trial(1).status()).isEqualTo(TrialStatus.PENDING);
    assertThat(c.reason(1)).isEqualTo("kept: rank 1 of 2 at resource 1, goes on to 3");
  }

  @Test
  void shouldLetTheFirstValueStand() {
    Conversation c = new Conversation(SPEC);
    c.train("A", 1, 0.5);
    c.report("A", 0, 1, 1, 0.1);
    assertThat(c.rejection()).contains(Rejection.Kind.DUPLICATE);
    assertThat(c.last().rejection().orElseThrow().message())
        .isEqualTo("trial 0 has a value at resource 1; the first value 0.5 stands, not 0.1");
    assertThat(c.trial(0).valueAt(1)).hasValue(0.5);
  }

  @Test
  void shouldShowContradictionsInTheUsersDirection() {
    Conversation c = new Conversation(Specs.of(9, 3).maximise().spec());
    c.train("A", 1, 0.5);
    c.report("A", 0, 1, 1, 0.1);
    assertThat(c.last().rejection().orElseThrow().message())
        .endsWith("the first value 0.5 stands, not 0.1");
  }

  @Test
  void shouldGoOnWhenAReportLacksTheMetric() {
    Conversation c = new Conversation(Specs.of(9, 3).trials(1).spec());
    c.ask("A", 1);
    c.report("A", 0, 1, 1, 0.5);
    c.report("A", 0, 1, 2, new Metric.Missing(), c.seen(0));
    assertThat(c.last().rejection().orElseThrow().message())
        .isEqualTo("trial 0: it reported resource 2 without the study's metric 'loss'");
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.RUNNING);
  }

  /** The worker waits there: without an answer it would do so for ever. */
  @Test
  void shouldLoseAnAttemptThatLacksTheMetricAtItsBoundary() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    assertThat(c.report("A", 0, 1, 1, new Metric.Missing(), c.seen(0)))
        .containsExactly("A: STOP trial 0 attempt 1");
    assertThat(c.trial(0).failures()).isEqualTo(1);
    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PENDING);
    assertThat(c.report("A", 0, 1, 1, new Metric.Missing(), c.seen(0)))
        .containsExactly("A: STOP trial 0 attempt 1");
    assertThat(c.trial(0).failures()).isEqualTo(1);
  }

  @Test
  void shouldRejectResourcesThatDoNotExist() {
    Conversation c = new Conversation(SPEC);
    c.ask("A", 1);
    c.report("A", 0, 1, 0, 0.5);
    assertThat(c.last().rejection().orElseThrow().message())
        .isEqualTo("trial 0 reported resource 0: resources are absolute and begin at 1");
  }
}
