package io.flexhb.standalone.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The broker is gone for longer than a lease, and comes back. */
@Timeout(600)
class BrokerOutageIT {

  /** More than lease and half a lease, after which a silent attempt would be lost. */
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("flexhb.test.outage.seconds", 8));

  @Test
  void shouldLoseNoAttemptInAnOutageLongerThanALease() {
    ToyStudy study =
        ToyStudy.named("outage")
            .with("limits", "{\"budget\": 150}")
            .with("trial", "{\"lease\": \"5s\", \"startTimeout\": \"5s\", \"wait\": \"500ms\"}");
    try (BrokerForTests broker = BrokerForTests.own();
        TunerHarness harness = TunerHarness.on(broker, Map.of());
        TunerService tuner = harness.startTuner("a");
        ToyWorkers workers = harness.startWorkers(study, 3, Duration.ofMillis(50));
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      journal.until("some boundaries", () -> journal.entries().size() > 20);

      broker.stop();
      Await.pause(OUTAGE);
      assertThat(journal.isOver()).as("the study was over before the outage").isFalse();
      broker.start();

      workers.pace(Duration.ZERO);
      journal.untilOver();
      workers.awaitReleased();
      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      StudyAssertions.assertNoAttemptWasLost(journal);
      StudyAssertions.assertNothingWasTrainedTwice(state, workers.epochs());
      assertThat(tuner.failure()).isEmpty();
    }
  }
}
