package io.flexhb.core.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.spec.Patience;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.TrialStatus;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Attempts may be silent for 20 s and start within 60 s, asks are repeated after 3 s. */
class StudyLeasesTest {

  private static final LeaseKey SLOT_A = new LeaseKey.OfSlot(Conversation.slot("A"));
  private static final LeaseKey SLOT_B = new LeaseKey.OfSlot(Conversation.slot("B"));
  private static final LeaseKey STUDY = new LeaseKey.OfStudy();

  private final Specs specs =
      Specs.of(9, 3).patience(new Patience(3, 20_000, 60_000, 3_000, 600_000, 500));

  @Test
  void shouldGiveAnAttemptTheTimeOfAStartAndThenThatOfSilence() {
    Conversation c = new Conversation(specs.spec());
    c.ask("A", 1);
    assertThat(c.leases().keys()).containsExactly(attempt(0, 1));
    assertThat(c.leases().earliest()).hasValue(60_000);

    c.at(5_000);
    c.started("A", 0, 1);
    assertThat(c.leases().earliest()).hasValue(25_000);
  }

  @Test
  void shouldRenewAnAttemptByWhateverItsWorkerSays() {
    Conversation c = new Conversation(specs.spec());
    c.ask("A", 1);
    c.started("A", 0, 1);
    c.at(7_000);
    c.heartbeat("A", 0, 1, c.seen(0));
    assertThat(c.leases().earliest()).hasValue(27_000);

    c.at(8_000);
    c.heartbeat("A", 0, 2, "");
    assertThat(c.rejection()).contains(Rejection.Kind.UNKNOWN);
    assertThat(c.leases().earliest()).as("it is another attempt").hasValue(27_000);
  }

  @Test
  void shouldWaitForThreeAsksOfAParkedSlot() {
    Conversation c = parked();

    assertThat(c.leases().keys()).containsExactly(SLOT_A);
    assertThat(c.leases().earliest()).hasValue(9_000);

    c.at(3_000);
    c.ask("A", 1);
    assertThat(c.leases().earliest()).as("the same ask").hasValue(12_000);
  }

  @Test
  void shouldNotTakeAnAskForAnotherIncarnationForASignOfLife() {
    Conversation c = parked();
    c.at(3_000);
    c.on(
        new StudyEvent.WorkAsked(
            3_000, Optional.of(new UUID(9, 9)), Conversation.slot("A"), 1, List.of()));

    assertThat(c.leases().earliest()).hasValue(9_000);
  }

  @Test
  void shouldNotKeepASlotForAsksThatAreIgnored() {
    Conversation c = parked();
    c.at(3_000);
    c.ask("A", 0);

    assertThat(c.rejection()).contains(Rejection.Kind.LATE);
    assertThat(c.leases().earliest()).hasValue(9_000);
  }

  @Test
  void shouldExpectASlotToAskAgainWhenItsAttemptHasEnded() {
    Conversation c = new Conversation(specs.spec());
    c.ask("A", 1);
    c.at(1_000);
    c.report("A", 0, 1, 1, 0.5);

    assertThat(c.trial(0).status()).isEqualTo(TrialStatus.PAUSED);
    assertThat(c.leases().keys()).containsExactly(SLOT_A);
    assertThat(c.leases().earliest()).hasValue(21_000);

    c.ask("A", 2);
    assertThat(c.leases().keys()).containsExactly(attempt(1, 1));
  }

  @Test
  void shouldExpectASlotToAskAgainThoughItsTrialGoesOnElsewhereAtOnce() {
    Conversation c = new Conversation(specs.trials(1).spec());
    c.ask("A", 1);
    c.started("A", 0, 1);
    c.ask("B", 1);
    assertThat(c.leases().keys()).containsExactlyInAnyOrder(attempt(0, 1), SLOT_B);

    c.ended("A", 0, 1, EndReason.FAILED);
    assertThat(c.grant().to()).contains(Conversation.slot("B"));
    assertThat(c.leases().keys()).containsExactlyInAnyOrder(attempt(0, 2), SLOT_A);
  }

  @Test
  void shouldForgetASlotTogetherWithItsLease() {
    Conversation c = parked();
    c.expired(SLOT_A);

    assertThat(c.state().slotTable().slots()).isEmpty();
    assertThat(c.leases().keys()).isEmpty();
  }

  @Test
  void shouldTryADeadlineAgainThatCameTooEarly() {
    Conversation c = new Conversation(specs.deadline(1_000).spec());
    c.at(900);
    c.expired(STUDY);

    assertThat(c.rejection()).contains(Rejection.Kind.LATE);
    assertThat(c.leases().keys()).containsExactly(STUDY);
    assertThat(c.leases().earliest()).hasValue(1_000);
  }

  @Test
  void shouldMoveTheDeadlineWithTheDefinition() {
    Conversation c = new Conversation(specs.deadline(1_000).spec());
    c.at(100);
    c.apply(RequestedState.ACTIVE, specs.deadline(5_000).spec());

    assertThat(c.leases().earliest()).hasValue(5_000);
  }

  @Test
  void shouldLeaseNothingOfAStudyThatIsOver() {
    Conversation c = new Conversation(specs.trials(1).deadline(90_000).spec());
    c.ask("A", 1);
    c.started("A", 0, 1);
    c.ask("B", 1);
    assertThat(c.leases().keys()).containsExactlyInAnyOrder(attempt(0, 1), SLOT_B, STUDY);

    c.apply(RequestedState.CANCELLED, specs.spec());
    assertThat(c.leases().keys()).isEmpty();

    c.report("A", 0, 1, 1, 0.5);
    c.ask("A", 2);
    c.expired(STUDY);
    assertThat(c.leases().keys()).isEmpty();

    StudyLeases takenOver = new StudyLeases();
    takenOver.restart(c.state(), 0);
    assertThat(takenOver.book().keys()).isEmpty();
  }

  @Test
  void shouldStartEveryLeaseAnewForATunerThatTakesOver() {
    Conversation c = new Conversation(specs.trials(2).deadline(90_000).spec());
    c.train("idle", 1, 0.5);
    c.ask("A", 1);
    c.started("A", 1, 1);
    c.ask("B", 1);
    StudyLeases takenOver = new StudyLeases();
    takenOver.restart(c.state(), 50_000);

    assertThat(takenOver.book().keys())
        .isEqualTo(c.leases().keys())
        .contains(SLOT_B, attempt(1, 1), new LeaseKey.OfSlot(Conversation.slot("idle")));
    assertThat(takenOver.book().due(58_999)).isEmpty();
    assertThat(takenOver.book().due(59_000))
        .extracting(LeaseBook.Check::key)
        .containsExactly(SLOT_B);
    assertThat(takenOver.book().due(70_000))
        .extracting(LeaseBook.Check::key)
        .contains(attempt(1, 1), new LeaseKey.OfSlot(Conversation.slot("idle")));
    assertThat(takenOver.book().due(90_000)).extracting(LeaseBook.Check::key).contains(STUDY);
  }

  /** A paused study has no work. */
  private Conversation parked() {
    Conversation c = new Conversation(specs.spec());
    c.apply(RequestedState.PAUSED, specs.spec());
    c.ask("A", 1);
    return c;
  }

  private static LeaseKey attempt(int trial, int attempt) {
    return new LeaseKey.OfAttempt(trial, attempt);
  }
}
