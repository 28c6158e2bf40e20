package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.StudyState;
import io.flexhb.core.study.StudyStatus;
import io.flexhb.service.TunerService;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
