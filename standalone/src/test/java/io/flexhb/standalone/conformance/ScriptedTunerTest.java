package io.flexhb.standalone.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every rule has to be one that a client can break. */
class ScriptedTunerTest {

  private static final UUID INCARNATION = new UUID(7, 7);
  private static final long CLOCK = 1_800_000_000_000L;

  private final List<Command> sent = new ArrayList<>();
  private final List<Command> rolledBack = new ArrayList<>();
  private final ClientObserver witness = new ClientObserver();
  private final ScriptedTuner tuner =
      new ScriptedTuner(
          "toy",
          INCARNATION,
          new ScriptedTuner.Out() {
            @Override
            public void send(Command command) {
              sent.add(command);
            }

            @Override
            public void sendRolledBack(Command command) {
              rolledBack.add(command);
            }
          },
          witness);
  private long now = CLOCK;
  private long sequence = CLOCK;
  private Command seen;

  @Test
  void shouldFindNothingWrongWithAClientThatFollowsTheProtocol() {
    ask(++sequence);
    train(4);
    assertThat(sent).extracting(Command::getKind).contains(CommandKind.CONTINUE, CommandKind.PAUSE);
    assertThat(rolledBack).hasSize(1);
    ask(++sequence);
    train(2);
    assertThat(last().getKind()).isEqualTo(CommandKind.STOP);
    ask(++sequence);
    while (last().getKind() == CommandKind.WAIT) {
      ask(sequence);
    }
    assertThat(last().getCheckpoint().getResource()).isEqualTo(4);
    train(6);
    assertThat(last().getKind()).isEqualTo(CommandKind.COMPLETE);
    ask(++sequence);
    train(5);
    ask(++sequence);
    train(3);
    assertThat(last().getWorker()).isEqualTo("somebody-else");
    ask(++sequence);
    started();
    for (int i = 0; i < 4; i++) {
      now += 1_000;
      say(event(TrialEventKind.HEARTBEAT));
    }
    report(1, e -> {});
    ask(++sequence);
    started();
    report(1, e -> e.setValues(Map.of("loss", new MetricValue(MetricStatus.NAN, null))));
    ask(++sequence);
    started();
    TrialEvent ended = event(TrialEventKind.ENDED);
    ended.setEndReason(EndReason.FAILED);
    say(ended);
    ask(++sequence);
    witness.over();

    assertThat(tuner.isOver()).isTrue();
    assertThat(witness.violations()).isEmpty();
  }

  @Test
  void shouldAnswerTheSameAskTheSame() {
    ask(++sequence);
    ask(sequence);

    assertThat(sent).hasSize(2).containsOnly(sent.get(0));
  }

  @Test
  void shouldSendTheCommandInForceAgainToAClientThatMissedIt() {
    ask(++sequence);
    started();
    report(1, e -> {});
    report(2, e -> {});
    Command goOn = last();
    report(2, e -> {});

    assertThat(goOn.getKind()).isEqualTo(CommandKind.CONTINUE);
    assertThat(last()).isSameAs(goOn);
    assertThat(witness.violations()).isEmpty();
  }

  @Test
  void shouldTellAnAskThatBeginsAtOneAndOneThatFalls() {
    ask(1);
    assertViolated("askSequence begins at 1");
    sequence = CLOCK;
    ask(++sequence);
    ask(sequence - 5);
    assertViolated("askSequence fell");
  }

  @Test
  void shouldTellAnAskWhileAnAttemptIsLive() {
    ask(++sequence);
    started();
    ask(++sequence);

    assertViolated("was live and without ENDED");
  }

  @Test
  void shouldTellAnEndThatWasWrittenAfterTheNextAsk() {
    ask(++sequence);
    started();
    TrialEvent ended = event(TrialEventKind.ENDED);
    ended.setEndReason(EndReason.RELEASED);
    say(ended, now + 1_000);
    ask(++sequence);

    assertViolated("written after the next ask");
  }

  @Test
  void shouldTellAParkedSlotThatAsksAnew() {
    ask(++sequence);
    train(4);
    ask(++sequence);
    train(2);
    ask(++sequence);
    ask(++sequence);

    assertViolated("repeat the same ask");
  }

  @Test
  void shouldTellASecondSlot() {
    ask(++sequence);
    WorkRequest other = request(++sequence);
    other.setSlot(1);
    tuner.on(other, now);

    assertViolated("more than one slot");
  }

  @Test
  void shouldTellAnAttemptThatDoesNotBeginWithStarted() {
    ask(++sequence);
    seen = last();
    report(1, e -> {});

    assertViolated("begins with METRICS instead of STARTED");
  }

  @Test
  void shouldTellEventsOfAttemptsThatWereNotGranted() {
    ask(++sequence);
    started();
    TrialEvent event = event(TrialEventKind.HEARTBEAT);
    event.setAttempt(9);
    say(event);

    assertViolated("never granted");
  }

  @Test
  void shouldTellWrongNamesInAnEvent() {
    ask(++sequence);
    started();
    TrialEvent event = event(TrialEventKind.HEARTBEAT);
    event.setIncarnation(new UUID(1, 1));
    event.setWorker("x");
    event.setCommandSeen("y");
    say(event);

    assertViolated("another incarnation");
    assertViolated("another slot");
    assertViolated("commandSeen is not a command about it");
  }

  @Test
  void shouldTellResourcesThatAreNotAbsolute() {
    ask(++sequence);
    started();
    report(2, e -> {});

    assertViolated("reports resource 2 after 0");
  }

  @Test
  void shouldTellThatABoundaryWasPassedWithoutWaiting() {
    ask(++sequence);
    train(2);
    seen = last();
    report(3, e -> {});
    report(4, e -> {});
    report(5, e -> {});

    assertViolated("without waiting at its boundary 4");
  }

  @Test
  void shouldTellThatTheContinueWasNotSeen() {
    ask(++sequence);
    started();
    Command start = seen;
    report(1, e -> {});
    report(2, e -> {});
    report(3, e -> e.setCommandSeen(start.getId()));

    assertViolated("commandSeen is not the CONTINUE");
  }

  @Test
  void shouldTellABoundaryReportWithoutItsCheckpoint() {
    ask(++sequence);
    started();
    report(1, e -> {});
    report(2, e -> e.setCheckpoint(null));

    assertViolated("carries no checkpoint");
  }

  @Test
  void shouldTellABoundaryReportWithTheCheckpointOfAnotherResource() {
    ask(++sequence);
    started();
    report(1, e -> {});
    report(2, e -> e.setCheckpoint(new Checkpoint(1L, "1")));

    assertViolated("names another resource");
  }

  @Test
  void shouldTellALossThatNoCheckpointLedTo() {
    ask(++sequence);
    started();
    report(1, e -> e.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, 5.0))));

    assertViolated("did not go on from its checkpoint");
  }

  @Test
  void shouldTellAReportWithoutTheMetric() {
    ask(++sequence);
    started();
    report(1, e -> e.setValues(Map.of()));

    assertViolated("reports no 'loss'");
  }

  @Test
  void shouldTellSilence() {
    ask(++sequence);
    started();
    now += Script.LEASE_MILLIS + 1;
    report(1, e -> {});

    assertViolated("was silent for");
  }

  @Test
  void shouldTellATrialThatWasGivenUp() {
    ask(++sequence);
    started();
    TrialEvent ended = event(TrialEventKind.ENDED);
    ended.setEndReason(EndReason.FAILED);
    say(ended);

    assertViolated("was given up: FAILED");
  }

  @Test
  void shouldTellThatTrainingGoesOnLongAfterItsEnd() {
    ask(++sequence);
    train(4);
    now += Script.LEASE_MILLIS + 1;
    report(5, e -> {});

    assertViolated("still trains a lease after");
  }

  @Test
  void shouldTellAGrantThatNothingWasHeardOf() {
    ask(++sequence);
    witness.over();

    assertViolated("nothing was heard of it");
  }

  private void assertViolated(String rule) {
    assertThat(witness.violations()).anySatisfy(violation -> assertThat(violation).contains(rule));
  }

  private Command last() {
    return sent.get(sent.size() - 1);
  }

  private static WorkRequest request(long number) {
    return new WorkRequest("toy", null, "w", 0, number, List.of(), null, Instant.EPOCH);
  }

  private void ask(long number) {
    now += 10;
    tuner.on(request(number), now);
  }

  private void started() {
    seen = last();
    say(event(TrialEventKind.STARTED));
  }

  /** Trains the grant that came last, up to that resource. */
  private void train(long until) {
    started();
    for (long resource = seen.getFromResource() + 1; resource <= until; resource++) {
      report(resource, e -> {});
      Command newest = last();
      if (newest.getKind() == CommandKind.CONTINUE
          && newest.getAttempt() == seen.getAttempt()
          && newest.getTrial() == seen.getTrial()) {
        seen = newest;
      }
    }
  }

  private void report(long resource, Consumer<TrialEvent> change) {
    TrialEvent event = event(TrialEventKind.METRICS);
    double loss = ClientObserver.expected(resource, Script.x(seen.getTrial()));
    event.setResource(resource);
    event.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, loss)));
    event.setCheckpoint(new Checkpoint(resource, Long.toString(resource)));
    change.accept(event);
    say(event);
  }

  private TrialEvent event(TrialEventKind kind) {
    return new TrialEvent(
        "toy",
        INCARNATION,
        seen.getTrial(),
        seen.getAttempt(),
        "w",
        0,
        seen.getId(),
        kind,
        0L,
        Map.of(),
        null,
        null,
        "",
        null,
        Instant.EPOCH,
        null);
  }

  private void say(TrialEvent event) {
    now += 10;
    say(event, now);
  }

  private void say(TrialEvent event, long at) {
    witness.saw(event, at);
    tuner.on(event, at);
  }
}
