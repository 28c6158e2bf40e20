package io.flexhb.emitter.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.Holding;
import io.flexhb.avro.WorkRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SlotProtocolTest {

  private static final SlotAddress ME = new SlotAddress(Commands.STUDY, "w", 0);
  private static final SlotAddress OTHER = new SlotAddress(Commands.STUDY, "v", 0);

  private final Outbox out = new Outbox();
  private final List<Object> dropped = new ArrayList<>();
  private final SlotProtocol slot = new SlotProtocol(ME, out, dropped::add);

  @Test
  void shouldRepeatTheSameAskUntilAnswered() {
    slot.ask(7, 0);
    slot.tick(SlotProtocol.DEFAULT_WAIT_MILLIS - 1);
    assertThat(out.asks()).hasSize(1);

    slot.tick(SlotProtocol.DEFAULT_WAIT_MILLIS);
    assertThat(out.asks()).extracting(WorkRequest::getAskSequence).containsExactly(7L, 7L);
    assertThat(out.asks()).extracting(WorkRequest::getIncarnation).containsOnlyNulls();
  }

  @Test
  void shouldRepeatTheAskAfterTheTimeThatTheTunerSays() {
    slot.ask(7, 0);
    slot.on(Commands.answer(CommandKind.WAIT, "c1", ME, 7), 100);

    assertThat(slot.due()).isEqualTo(2_000);
    slot.tick(2_000);
    slot.tick(4_000);

    assertThat(out.asks()).hasSize(3);
  }

  @Test
  void shouldWorkForTheIncarnationOfItsGrantsNotOfAWait() {
    Command wait = Commands.answer(CommandKind.WAIT, "c1", ME, 7);
    wait.setIncarnation(new UUID(0, 0));
    slot.ask(7, 0);
    slot.on(wait, 100);
    slot.tick(2_000);
    slot.on(Commands.grant(CommandKind.START, "c2", ME, 7, 0, 1), 2_001);
    slot.attempt().orElseThrow().end(EndReason.FAILED, "", 2_002);
    slot.ask(8, 2_003);

    assertThat(out.asks())
        .extracting(WorkRequest::getIncarnation)
        .containsExactly(null, null, Commands.INCARNATION);
  }

  @Test
  void shouldNotTakeACommandOfAnotherIncarnationForOneItHasSeen() {
    slot.ask(7, 0);
    slot.on(Commands.answer(CommandKind.WAIT, "c1", ME, 7), 1);
    Command grant = Commands.grant(CommandKind.START, "c1", ME, 7, 0, 1);
    grant.setIncarnation(new UUID(0, 5));

    assertThat(slot.on(grant, 2)).isTrue();
  }

  @Test
  void shouldBeDisplacedByAnotherProcessOfItsNameThatAsksLater() {
    slot.ask(7, 0);
    slot.on(Commands.grant(CommandKind.START, "c1", ME, 7, 0, 1), 1);

    slot.on(Commands.answer(CommandKind.WAIT, "c2", ME, 6), 2);
    assertThat(slot.state())
        .as("after an answer to one before")
        .isEqualTo(SlotProtocol.State.GRANTED);
    slot.on(Commands.answer(CommandKind.WAIT, "c3", OTHER, 8), 3);
    assertThat(slot.state()).as("after an answer to another").isEqualTo(SlotProtocol.State.GRANTED);
    slot.on(Commands.answer(CommandKind.WAIT, "c4", ME, 8), 4);
    assertThat(slot.state()).isEqualTo(SlotProtocol.State.DISPLACED);

    slot.attempt().orElseThrow().end(EndReason.FAILED, "", 5);
    slot.ask(9, 6);
    assertThat(slot.state()).isEqualTo(SlotProtocol.State.DISPLACED);
    assertThat(out.asks()).hasSize(1);
  }

  @Test
  void shouldTakeTheGrantThatAnswersItsAskOnce() {
    slot.ask(7, 0);
    Command grant = Commands.grant(CommandKind.START, "c1", ME, 7, 0, 1);

    assertThat(slot.on(grant, 1)).isTrue();
    assertThat(slot.on(grant, 2)).isFalse();

    assertThat(slot.state()).isEqualTo(SlotProtocol.State.GRANTED);
    assertThat(out.events()).hasSize(1);
  }

  @Test
  void shouldIgnoreAnswersToOthersAndToEarlierAsks() {
    slot.ask(7, 0);

    slot.on(Commands.grant(CommandKind.START, "c1", ME, 6, 0, 1), 1);
    slot.on(Commands.grant(CommandKind.START, "c2", OTHER, 7, 0, 1), 1);
    slot.on(Commands.grant(CommandKind.START, "c3", new SlotAddress("toy", "w", 1), 7, 0, 1), 1);
    slot.on(Commands.answer(CommandKind.RELEASE, "c4", OTHER, 7), 1);

    assertThat(slot.state()).isEqualTo(SlotProtocol.State.ASKING);
  }

  @Test
  void shouldNotTakeADoubledGrantForWorkOnceItsAttemptHasEnded() {
    slot.ask(7, 0);
    Command grant = Commands.grant(CommandKind.START, "c1", ME, 7, 0, 1);
    slot.on(grant, 1);
    slot.attempt().orElseThrow().end(EndReason.FAILED, "", 2);
    slot.ask(8, 3);

    slot.on(grant, 4);

    assertThat(slot.state()).isEqualTo(SlotProtocol.State.ASKING);
  }

  @Test
  void shouldLeaveWhenReleased() {
    slot.ask(7, 0);
    slot.on(Commands.answer(CommandKind.RELEASE, "c1", ME, 7), 1);

    slot.ask(8, 2);
    slot.tick(1_000_000);

    assertThat(slot.state()).isEqualTo(SlotProtocol.State.RELEASED);
    assertThat(out.asks()).hasSize(1);
  }

  @Test
  void shouldLeaveWhenReleasedWhileParkedWithoutHavingAskedAgain() {
    slot.ask(7, 0);
    slot.on(Commands.answer(CommandKind.WAIT, "c1", ME, 7), 1);

    slot.on(Commands.answer(CommandKind.RELEASE, "c2", ME, -1), 2);

    assertThat(slot.state()).isEqualTo(SlotProtocol.State.RELEASED);
  }

  @Test
  void shouldRefuseToAskWhileTraining() {
    train(0, "c1", 7);

    assertThatIllegalStateException().isThrownBy(() -> slot.ask(8, 2));
  }

  @Test
  void shouldRefuseAnAskThatTheTunerWouldTakeForAnOldOne() {
    slot.ask(7, 0);
    assertThatIllegalArgumentException().isThrownBy(() -> slot.ask(7, 1));
  }

  @Test
  void shouldOfferWhatItHoldsAndGetItBackWhenThatGoesOn() {
    pauseAndHold(0, "c1", 7);
    pauseAndHold(1, "c3", 8);

    slot.ask(9, 10);
    assertThat(out.asks().get(2).getHolding())
        .containsExactly(new Holding(0, 1L), new Holding(1, 1L));

    slot.on(Commands.resumed(CommandKind.CONTINUE, "c5", ME, 9, 0, 2, 1, 3), 11);

    assertThat(slot.attempt().orElseThrow().held()).contains("state of 0");
    assertThat(dropped).isEmpty();
  }

  @Test
  void shouldDropWhatItHoldsWhenTheTrialGoesOnFromElsewhere() {
    pauseAndHold(0, "c1", 7);
    slot.ask(9, 10);

    slot.on(Commands.grant(CommandKind.CONTINUE, "c5", ME, 9, 0, 2), 11);

    assertThat(slot.attempt().orElseThrow().held()).isEmpty();
    assertThat(dropped).containsExactly("state of 0");
  }

  @Test
  void shouldDropWhatItHoldsWhenAnotherSlotGoesOnOrTheTrialNeverWill() {
    pauseAndHold(0, "c1", 7);
    pauseAndHold(1, "c3", 8);

    slot.on(Commands.resumed(CommandKind.CONTINUE, "c5", OTHER, 9, 0, 2, 1, 3), 11);
    slot.on(Commands.decision(CommandKind.DISCARD_CHECKPOINT, "c6", 1, 0), 12);
    slot.ask(9, 13);

    assertThat(dropped).containsExactly("state of 0", "state of 1");
    assertThat(out.asks().get(2).getHolding()).isEmpty();
  }

  @Test
  void shouldRefuseToHoldATrialThatItTrains() {
    train(0, "c1", 7);

    assertThatIllegalStateException()
        .isThrownBy(() -> slot.hold(slot.attempt().orElseThrow(), "state"))
        .withMessageContaining("trial 0");
  }

  @Test
  void shouldKeepTheAttemptAliveByTicks() {
    train(0, "c1", 7);
    long due = slot.due();

    slot.tick(due);

    assertThat(out.events()).hasSize(2);
    assertThat(slot.due()).isEqualTo(due + Commands.LEASE_MILLIS / 3);
  }

  private void train(int trial, String id, long ask) {
    slot.ask(ask, 0);
    slot.on(Commands.grant(CommandKind.START, id, ME, ask, trial, 1), 1);
  }

  private void pauseAndHold(int trial, String id, long ask) {
    train(trial, id, ask);
    AttemptProtocol attempt = slot.attempt().orElseThrow();
    attempt.report(1, Map.of("error", 1), Optional.empty(), 2);
    slot.on(Commands.decision(CommandKind.PAUSE, id + "p", trial, 1), 3);
    slot.hold(attempt, "state of " + trial);
  }
}
