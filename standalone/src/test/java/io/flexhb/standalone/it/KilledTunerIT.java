package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A tuner is killed again and again at random moments, as by {@code kill -9}, while workers go on.
 * No committed decision is lost, duplicated or contradicted, and no trial is affected.
 */
@Timeout(600)
@Tag("long")
class KilledTunerIT {

  private static final String TUNER = "a";

  /** Beside the kills of a tuner that starts and of one that loses its stores. */
  private static final int KILLS = 3;

  private static final int LIVES_MILLIS = 800;
  private static final int STARTS_MILLIS = 2_000;

  private final long seed = Long.getLong("flexhb.test.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final ToyStudy study = ToyStudy.named("killed").with("limits", "{\"budget\": 250}");

  @Test
  void shouldGoOnAsIfNothingHappenedWhenKilledAtRandomMoments() {
    System.out.println("KilledTunerIT: repeat with -Dflexhb.test.seed=" + seed);
    try (TunerHarness harness = TunerHarness.onSharedBroker()) {
      TunerProcess tuner = harness.startTunerProcess(TUNER);
      harness.awaitTopics();
      try (ToyWorkers workers = harness.startWorkers(study, 4, Duration.ofMillis(100));
          JournalTail journal = harness.journal(study)) {
        harness.apply(study);
        journal.until("the first decisions", () -> journal.entries().size() > 5);
        for (int i = 0; i < KILLS; i++) {
          kill(tuner, LIVES_MILLIS, journal);
          long killed = System.currentTimeMillis();
          tuner = harness.startTunerProcess(TUNER);
          awaitDecisionAfter(killed, "a kill", journal);
        }
        kill(tuner, LIVES_MILLIS, journal);
        tuner = harness.startTunerProcess(TUNER);
        kill(tuner, STARTS_MILLIS, journal);
        harness.wipeState(TUNER);
        long wiped = System.currentTimeMillis();
        tuner = harness.startTunerProcess(TUNER);
        awaitDecisionAfter(wiped, "a kill and the loss of the stores", journal);

        workers.pace(Duration.ZERO);
        journal.untilOver();
        workers.awaitReleased();
        StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
        assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
        StudyAssertions.assertNoAttemptWasLost(journal);
        StudyAssertions.assertNothingWasTrainedTwice(state, workers.epochs());
        assertThat(harness.temporaryFolder(TUNER))
            .as("what killed tuners leave behind")
            .isEmptyDirectory();
      } finally {
        tuner.close();
      }
    }
  }

  private void kill(TunerProcess tuner, int withinMillis, JournalTail journal) {
    Await.pause(Duration.ofMillis(random.nextInt(withinMillis)));
    journal.poll();
    assertThat(journal.isOver()).as("the study is over before the kill").isFalse();
    assertThat(tuner.isAlive()).as("the tuner lives until it is killed").isTrue();
    tuner.kill();
  }

  private static void awaitDecisionAfter(long killed, String what, JournalTail journal) {
    journal.until(
        "a decision after " + what,
        () -> !journal.entries().isEmpty() && journal.newest().getTime().toEpochMilli() > killed);
    System.out.printf(
        "KilledTunerIT: %d ms from %s to the next decision%n",
        System.currentTimeMillis() - killed, what);
  }
}
