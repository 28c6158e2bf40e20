package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.Fact;
import io.flexhb.core.study.StudyState;
import io.flexhb.core.study.StudyStatus;
import io.flexhb.service.TunerService;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing goes wrong: studies run to their end, and the topics tell one story. */
@Timeout(600)
class WholeLoopIT {

  @Test
  void shouldTuneAStudyToItsEndWithEachInputDecidedOnOnce() {
    ToyStudy study = ToyStudy.named("whole");
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a");
        ToyWorkers workers = harness.startWorkers(study, 4, Duration.ZERO);
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      journal.untilOver();
      workers.awaitReleased();

      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      assertThat(state.best()).isPresent();
      StudyAssertions.assertNothingWasTrainedTwice(state, workers.epochs());
      assertThat(tuner.state()).isEqualTo(TunerService.State.RUNNING);
    }
  }

  /** Nobody waits at a rung, or trials end between rungs: workers hear of either by the log. */
  @ParameterizedTest
  @ValueSource(strings = {"asha", "boms", "bocf"})
  void shouldTuneByMethodsThatStopOrPromoteAtOtherTimes(String algorithm) {
    ToyStudy study =
        ToyStudy.named(algorithm)
            .with("algorithm", '"' + algorithm + '"')
            .with("resource", "{\"max\": 27, \"eta\": 3, \"unit\": \"epochs\"}")
            .with("limits", "{\"budget\": 800}");
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a");
        ToyWorkers workers = harness.startWorkers(study, 4, Duration.ofMillis(15));
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      journal.untilOver();
      workers.awaitReleased();

      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      assertThat(state.best()).isPresent();
      StudyAssertions.assertNoAttemptWasLost(journal);
      if (state.spec().isAsynchronous()) {
        StudyAssertions.assertNothingWasTrainedTwice(state, workers.epochs());
        assertThat(journal.facts(Fact.Paused.class)).isNotEmpty();
      } else {
        assertThat(journal.facts(Fact.StoppedEarly.class)).isNotEmpty();
      }
      assertThat(tuner.failure()).isEmpty();
    }
  }

  @Test
  void shouldKeepStudiesApartThatShareATuner() {
    ToyStudy one = ToyStudy.named("one").with("limits", "{\"loops\": 1}");
    ToyStudy other = ToyStudy.named("other").with("limits", "{\"loops\": 1}");
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a");
        ToyWorkers ofOne = harness.startWorkers(one, 2, Duration.ZERO);
        ToyWorkers ofOther = harness.startWorkers(other, 2, Duration.ZERO);
        JournalTail journalOfOne = harness.journal(one);
        JournalTail journalOfOther = harness.journal(other)) {
      harness.apply(one);
      harness.apply(other);
      journalOfOne.untilOver();
      journalOfOther.untilOver();
      ofOne.awaitReleased();
      ofOther.awaitReleased();

      StudyAssertions.assertNothingWasTrainedTwice(
          StudyAssertions.assertExactlyOnce(harness, one), ofOne.epochs());
      StudyAssertions.assertNothingWasTrainedTwice(
          StudyAssertions.assertExactlyOnce(harness, other), ofOther.epochs());
      assertThat(tuner.failure()).isEmpty();
    }
  }
}
