package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.service.TunerService;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without faults: studies run to their end, and all topics agree. */
@Timeout(600)
class WholeLoopIT {

  /** Slow enough that a worker hears of a stop before its trial is over. */
  private static final Duration PACE = Duration.ofMillis(15);

  @Test
  void shouldTuneAStudyToItsEndWithEachInputDecidedOnOnce() {
    tune(
        ToyStudy.named("whole"),
        Duration.ZERO,
        (state, journal, epochs) -> StudyAssertions.assertNothingWasTrainedTwice(state, epochs));
  }

  /** Nobody waits at a rung: workers are told to go on or to pause as they arrive. */
  @Test
  @Tag("long")
  void shouldTuneAStudyThatPromotesAtOnce() {
    tune(
        longer("asha"),
        PACE,
        (state, journal, epochs) -> {
          StudyAssertions.assertNoAttemptWasLost(journal);
          StudyAssertions.assertNothingWasTrainedTwice(state, epochs);
          assertThat(journal.facts(Fact.Paused.class)).isNotEmpty();
        });
  }

  /** Trials end between rungs: workers hear of it while they train on. */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"boms", "bocf"})
  void shouldTuneAStudyThatStopsBetweenRungs(String algorithm) {
    tune(
        longer(algorithm),
        PACE,
        (state, journal, epochs) -> {
          StudyAssertions.assertNoAttemptWasLost(journal);
          assertThat(journal.facts(Fact.StoppedEarly.class)).isNotEmpty();
        });
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

  /** What is left to check of a study that ran to its end. */
  @FunctionalInterface
  private interface Checks {
    void on(StudyState state, JournalTail journal, long epochs);
  }

  private static void tune(ToyStudy study, Duration pace, Checks checks) {
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a");
        ToyWorkers workers = harness.startWorkers(study, 4, pace);
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      journal.untilOver();
      workers.awaitReleased();

      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      assertThat(state.best()).isPresent();
      checks.on(state, journal, workers.epochs());
      assertThat(tuner.failure()).isEmpty();
      assertThat(tuner.state()).isEqualTo(TunerService.State.RUNNING);
    }
  }

  private static ToyStudy longer(String algorithm) {
    return ToyStudy.named(algorithm)
        .with("algorithm", '"' + algorithm + '"')
        .with("resource", "{\"max\": 27, \"eta\": 3, \"unit\": \"epochs\"}")
        .with("limits", "{\"budget\": 800}");
  }
}
