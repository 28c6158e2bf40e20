package io.flexhb.emitter.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AttemptProtocolTest {

  private static final SlotAddress SLOT = new SlotAddress(Commands.STUDY, "w", 2);
  private static final long SILENCE = Commands.LEASE_MILLIS / 3;

  private final Outbox out = new Outbox();

  @Test
  void shouldSayAtOnceThatItStarted() {
    start(Commands.grant(CommandKind.START, "c1", SLOT, 1, 4, 1));

    TrialEvent started = out.lastEvent();
    assertThat(started.getKind()).isEqualTo(TrialEventKind.STARTED);
    assertThat(started.getStudy()).isEqualTo(Commands.STUDY);
    assertThat(started.getIncarnation()).isEqualTo(Commands.INCARNATION);
    assertThat(started.getTrial()).isEqualTo(4);
    assertThat(started.getAttempt()).isEqualTo(1);
    assertThat(started.getWorker()).isEqualTo("w");
    assertThat(started.getSlot()).isEqualTo(2);
    assertThat(started.getCommandSeen()).isEqualTo("c1");
    assertThat(started.getSentAt()).isEqualTo(Instant.ofEpochMilli(0));
  }

  @Test
  void shouldWaitAtTheBoundaryAndGoOnWhenToldTo() {
    AttemptProtocol attempt = startedTrial();
    assertThat(attempt.answer()).contains(new Answer(CommandKind.CONTINUE, 1, ""));

    attempt.report(1, Map.of("error", 0.5), Optional.of("s3://a"), 10);

    assertThat(attempt.isWaiting()).isTrue();
    assertThat(attempt.answer()).isEmpty();
    assertThat(out.lastEvent().getCheckpoint().getReference()).isEqualTo("s3://a");
    assertThat(out.lastEvent().getCheckpoint().getResource()).isEqualTo(1);

    assertThat(attempt.on(Commands.goOn("c2", 4, 1, 3))).isTrue();
    assertThat(attempt.answer()).contains(new Answer(CommandKind.CONTINUE, 3, ""));
    attempt.report(2, Map.of("error", 0.4), Optional.empty(), 20);
    assertThat(out.lastEvent().getCommandSeen()).isEqualTo("c2");
  }

  @Test
  void shouldStillWaitWhenTheTrainerIsPastTheNewBoundaryToo() {
    AttemptProtocol attempt = startedTrial();
    attempt.report(1, Map.of("error", 0.5), Optional.empty(), 0);
    attempt.report(5, Map.of("error", 0.4), Optional.empty(), 0);

    attempt.on(Commands.goOn("c2", 4, 1, 3));

    assertThat(attempt.isWaiting()).isTrue();
  }

  @Test
  void shouldIgnoreAContinueThatGrantsNoMoreThanIsGranted() {
    AttemptProtocol attempt = startedTrial();
    attempt.on(Commands.goOn("c3", 4, 1, 9));

    assertThat(attempt.on(Commands.goOn("c2", 4, 1, 3))).isFalse();
    assertThat(attempt.untilResource()).isEqualTo(9);
  }

  @Test
  void shouldEndWithEachOfTheOtherAnswers() {
    for (CommandKind kind :
        new CommandKind[] {CommandKind.PAUSE, CommandKind.STOP, CommandKind.COMPLETE}) {
      AttemptProtocol attempt = startedTrial();
      attempt.report(1, Map.of("error", 0.5), Optional.empty(), 0);

      assertThat(attempt.on(Commands.decision(kind, "c2", 4, 1))).isTrue();

      assertThat(attempt.isLive()).isFalse();
      assertThat(attempt.answer()).contains(new Answer(kind, 1, "because"));
    }
  }

  @Test
  void shouldEndWhenStoppedInTheMiddleOfTraining() {
    AttemptProtocol attempt = startedTrial();
    attempt.on(Commands.decision(CommandKind.STOP, "c2", 4, 1));
    int before = out.events().size();

    attempt.report(1, Map.of("error", 0.5), Optional.empty(), 0);
    attempt.checkpoint(1, "late", 0);
    attempt.end(EndReason.FAILED, "late", 0);
    attempt.tick(1_000_000);

    assertThat(attempt.isLive()).isFalse();
    assertThat(out.events()).hasSize(before);
  }

  @Test
  void shouldIgnoreCommandsForOtherTrialsAttemptsAndIncarnations() {
    AttemptProtocol attempt = start(Commands.grant(CommandKind.START, "c1", SLOT, 1, 4, 2));
    Command other = Commands.decision(CommandKind.STOP, "c5", 4, 2);
    other.setIncarnation(new UUID(0, 1));

    assertThat(attempt.on(Commands.decision(CommandKind.STOP, "c2", 5, 2))).isFalse();
    assertThat(attempt.on(Commands.decision(CommandKind.STOP, "c3", 4, 1))).isFalse();
    assertThat(attempt.on(Commands.decision(CommandKind.STOP, "c4", 4, 3))).isFalse();
    assertThat(attempt.on(other)).isFalse();
    assertThat(attempt.isLive()).isTrue();
  }

  @Test
  void shouldEndWhenANewerAttemptIsGrantedToSomeone() {
    AttemptProtocol attempt = startedTrial();
    SlotAddress other = new SlotAddress(Commands.STUDY, "other", 0);

    attempt.on(Commands.resumed(CommandKind.CONTINUE, "c9", other, 7, 4, 2, 0, 1));

    assertThat(attempt.answer())
        .hasValueSatisfying(
            answer -> {
              assertThat(answer.kind()).isEqualTo(CommandKind.STOP);
              assertThat(answer.reason()).contains("attempt 2").contains("other");
            });
  }

  @Test
  void shouldSendASignOfLifeAtAThirdOfTheLeaseSinceTheLastOne() {
    AttemptProtocol attempt = startedTrial();
    attempt.tick(SILENCE - 1);
    assertThat(out.kinds()).containsExactly(TrialEventKind.STARTED);

    attempt.tick(SILENCE);
    assertThat(out.lastEvent().getKind()).isEqualTo(TrialEventKind.HEARTBEAT);
    assertThat(out.lastEvent().getCommandSeen()).isEqualTo("c1");

    attempt.on(Commands.goOn("c2", 4, 1, 9));
    attempt.report(1, Map.of("error", 0.5), Optional.empty(), SILENCE + 5);
    attempt.tick(2 * SILENCE);
    assertThat(out.lastEvent().getKind()).isEqualTo(TrialEventKind.METRICS);
    attempt.tick(2 * SILENCE + 5);
    assertThat(out.lastEvent().getKind()).isEqualTo(TrialEventKind.HEARTBEAT);
    assertThat(out.lastEvent().getCommandSeen()).isEqualTo("c2");
  }

  @Test
  void shouldRepeatTheBoundaryReportUntilAnswered() {
    AttemptProtocol attempt = startedTrial();
    attempt.report(1, Map.of("error", 0.5), Optional.of("s3://a"), 0);
    TrialEvent first = out.lastEvent();

    attempt.tick(SILENCE);
    attempt.tick(2 * SILENCE);

    assertThat(out.events()).hasSize(4);
    TrialEvent repeated = out.lastEvent();
    assertThat(repeated.getResource()).isEqualTo(first.getResource());
    assertThat(repeated.getValues()).isEqualTo(first.getValues());
    assertThat(repeated.getCheckpoint()).isEqualTo(first.getCheckpoint());
  }

  @Test
  void shouldSendWhatIsNotFiniteAsStatus() {
    AttemptProtocol attempt = startedTrial();
    attempt.report(
        1,
        Map.of(
            "a", Double.NaN, "b", Double.POSITIVE_INFINITY, "c", Float.NEGATIVE_INFINITY, "d", 7),
        Optional.empty(),
        0);

    assertThat(out.lastEvent().getValues())
        .containsEntry("a", new MetricValue(MetricStatus.NAN, null))
        .containsEntry("b", new MetricValue(MetricStatus.POSITIVE_INFINITY, null))
        .containsEntry("c", new MetricValue(MetricStatus.NEGATIVE_INFINITY, null))
        .containsEntry("d", new MetricValue(MetricStatus.FINITE, 7.0));
  }

  @Test
  void shouldRefuseAResourceThatDoesNotRise() {
    AttemptProtocol attempt = startedTrial();
    attempt.report(2, Map.of("error", 0.5), Optional.empty(), 0);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> attempt.report(2, Map.of("error", 0.4), Optional.empty(), 0))
        .withMessageContaining("trial 4 of study toy")
        .withMessageContaining("resource 2 was already reported");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> startedTrial().report(0, Map.of("error", 1), Optional.empty(), 0))
        .withMessageContaining("resources count from 1");
  }

  @Test
  void shouldNameTheCauseWhenAResumedTrainerCountsFromOneAgain() {
    AttemptProtocol attempt =
        start(Commands.resumed(CommandKind.CONTINUE, "c1", SLOT, 1, 4, 2, 3, 9));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> attempt.report(1, Map.of("error", 0.5), Optional.empty(), 0))
        .withMessageContaining("continues from 3")
        .withMessageContaining("count from 1 again")
        .withMessageContaining("absolute");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> attempt.checkpoint(2, "s3://b", 0))
        .withMessageContaining("count from 1 again");
  }

  @Test
  void shouldRefuseReportsWithoutValuesAndReferencesOutOfBounds() {
    AttemptProtocol attempt = startedTrial();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> attempt.report(1, Map.of(), Optional.empty(), 0))
        .withMessageContaining("no values");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> attempt.report(1, Map.of(" ", 1), Optional.empty(), 0))
        .withMessageContaining("needs a name and a number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> attempt.report(1, Map.of("error", 1), Optional.of("r".repeat(1025)), 0))
        .withMessageContaining("1025 characters");
    assertThat(out.kinds()).containsExactly(TrialEventKind.STARTED);
  }

  @Test
  void shouldSayWhyItEndedInNoMoreCharactersThanAllowed() {
    AttemptProtocol attempt = startedTrial();

    attempt.end(EndReason.FAILED, "x".repeat(3000), 0);

    assertThat(out.lastEvent().getKind()).isEqualTo(TrialEventKind.ENDED);
    assertThat(out.lastEvent().getEndReason()).isEqualTo(EndReason.FAILED);
    assertThat(out.lastEvent().getMessage()).hasSize(AttemptProtocol.MAX_MESSAGE);
    assertThat(attempt.isLive()).isFalse();
  }

  private AttemptProtocol startedTrial() {
    return start(Commands.grant(CommandKind.START, "c1", SLOT, 1, 4, 1));
  }

  private AttemptProtocol start(Command grant) {
    AttemptProtocol attempt = new AttemptProtocol(SLOT, grant, Optional.empty(), out);
    attempt.start("", 0);
    return attempt;
  }
}
