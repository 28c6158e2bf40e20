package io.flexhb.emitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.emitter.protocol.Commands;
import io.flexhb.emitter.protocol.SlotAddress;
import io.flexhb.emitter.protocol.TrainingInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkerSlotTest {

  private static final SlotAddress ME = new SlotAddress(Commands.STUDY, "w", 0);

  private final FakeTransport transport = FakeTransport.silent();
  private final TrialClient client =
      new TrialClient("w", Duration.ofSeconds(1), transport::open, new MonotoneClock());
  private final WorkerSlot slot = client.slot(Commands.STUDY);

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void shouldHandOutWhatIsGranted() {
    answerNextAsk(CommandKind.START, 0, 1);

    Grant trial = slot.ask().orElseThrow();

    assertThat(trial.study()).isEqualTo(Commands.STUDY);
    assertThat(trial.trial()).isZero();
    assertThat(trial.attempt()).isEqualTo(1);
    assertThat(trial.fromResource()).isZero();
    assertThat(trial.untilResource()).isEqualTo(1);
    assertThat(trial.next()).isEqualTo(1);
    assertThat(trial.checkpoint()).isEmpty();
    assertThat(trial.configuration().getDouble("x")).isEqualTo(1.0);
    assertThat(trial.hasNext()).isTrue();
  }

  @Test
  void shouldWaitForTheDecisionOnABoundaryReport() {
    Grant trial = grantedTrial();
    trial.report(1, "error", 0.5);
    transport.deliver(Commands.goOn("d1", 0, 1, 3));

    assertThat(trial.awaitDecision())
        .isEqualTo(new TunerDecision(TunerDecision.Kind.CONTINUE, 3, ""));
    assertThat(trial.untilResource()).isEqualTo(3);

    trial.report(2, Map.of("error", 0.4));
    trial.report(3, Map.of("error", 0.3), "s3://a");
    transport.deliver(Commands.decision(CommandKind.PAUSE, "d2", 0, 1));

    assertThat(trial.hasNext()).isFalse();
    assertThat(trial.awaitDecision())
        .isEqualTo(new TunerDecision(TunerDecision.Kind.PAUSE, 3, "because"));
  }

  @Test
  void shouldRefuseToAskBeforeTheGrantIsTrainedToItsEnd() {
    Grant trial = grantedTrial();

    assertThatIllegalStateException()
        .isThrownBy(slot::ask)
        .withMessageContaining("trial 0 of study toy is at resource 0 and continues until 1")
        .withMessageContaining("release()");

    trial.release();
    assertThat(lastEvent().getEndReason()).isEqualTo(EndReason.RELEASED);
    answerNextAsk(CommandKind.START, 1, 1);
    assertThat(slot.ask().orElseThrow().trial()).isEqualTo(1);
  }

  @Test
  void shouldWaitForTheDecisionBeforeItAsksAgain() {
    Grant trial = grantedTrial();
    trial.report(1, "error", 0.5);
    int asks = transport.sent().asks().size();
    CompletableFuture<Optional<Grant>> next = CompletableFuture.supplyAsync(slot::ask);

    transport.deliver(Commands.decision(CommandKind.STOP, "d1", 0, 1));
    eventually(() -> transport.sent().asks().size() > asks);
    answer(Commands.answer(CommandKind.RELEASE, "r1", ME, lastAsk()));

    assertThat(next.join()).isEmpty();
  }

  @Test
  void shouldEndTheHandleAtOnceWhenStoppedInTheMiddle() {
    Grant trial = grantedTrial();
    transport.deliver(Commands.decision(CommandKind.STOP, "d1", 0, 1));
    eventually(() -> !trial.isLive());

    trial.report(1, "error", 0.5);

    assertThat(trial.hasNext()).isFalse();
    assertThat(lastEvent().getKind()).isEqualTo(TrialEventKind.STARTED);
  }

  @Test
  void shouldBringBackWhatWasHeld() {
    Grant trial = grantedTrial();
    trial.report(1, "error", 0.5);
    transport.deliver(Commands.decision(CommandKind.PAUSE, "d1", 0, 1));
    trial.awaitDecision();
    trial.hold("model");
    onNextAsk(ask -> Commands.resumed(CommandKind.CONTINUE, "c2", ME, ask, 0, 2, 1, 3));

    Grant resumed = slot.ask().orElseThrow();

    assertThat(resumed.held(String.class)).contains("model");
    assertThat(resumed.checkpoint()).contains(new TrialCheckpoint("toy", 0, 1, "trial-0@1"));
    assertThat(resumed.next()).isEqualTo(2);
  }

  /** The tuner may rely on a state that this slot has dropped since it asked. */
  @Test
  void shouldNotHandOutATrialWhoseStateIsGone() {
    answerAsksInTurn(
        ask -> {
          Command grant = Commands.resumed(CommandKind.CONTINUE, "c1", ME, ask, 0, 2, 3, 9);
          grant.getCheckpoint().setResource(1L);
          return grant;
        },
        ask -> Commands.grant(CommandKind.START, "c2", ME, ask, 1, 1));

    Grant trial = slot.ask().orElseThrow();

    assertThat(trial.trial()).isEqualTo(1);
    assertThat(transport.sent().events())
        .anySatisfy(
            event -> {
              assertThat(event.getTrial()).isZero();
              assertThat(event.getEndReason()).isEqualTo(EndReason.CHECKPOINT_LOST);
              assertThat(event.getMessage()).isEqualTo("the state of resource 3 is not held here");
            });
    assertThat(transport.sent().asks())
        .last()
        .matches(ask -> ask.getLastAttempt().getReason() == EndReason.CHECKPOINT_LOST);
  }

  @Test
  void shouldCloseWhatWasHeldWhenItIsOfNoUse() {
    CompletableFuture<String> closed = new CompletableFuture<>();
    AutoCloseable model = () -> closed.complete("closed");
    Grant trial = grantedTrial();
    trial.report(1, "error", 0.5);
    transport.deliver(Commands.decision(CommandKind.PAUSE, "d1", 0, 1));
    trial.awaitDecision();
    trial.hold(model);

    transport.deliver(Commands.decision(CommandKind.DISCARD_CHECKPOINT, "d2", 0, 1));

    assertThat(closed).succeedsWithin(Duration.ofSeconds(10));
  }

  @Test
  void shouldGiveAnUnfinishedTrialBackWhenClosed() {
    Grant trial = grantedTrial();

    slot.close();

    assertThat(lastEvent().getEndReason()).isEqualTo(EndReason.RELEASED);
    assertThat(trial.hasNext()).isFalse();
    assertThat(slot.ask()).isEmpty();
  }

  @Test
  void shouldWakeAThreadThatWaitsWhenClosed() {
    CompletableFuture<Optional<Grant>> asking = CompletableFuture.supplyAsync(slot::ask);
    eventually(() -> !transport.sent().asks().isEmpty());

    client.close();

    assertThat(asking.join()).isEmpty();
  }

  @Test
  void shouldSayThatItWasInterruptedAndKeepTheGrantForTheNextAsk() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(slot::ask).isInstanceOf(TrainingInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();

    answer(Commands.grant(CommandKind.START, "c1", ME, lastAsk(), 0, 1));
    eventually(() -> !transport.sent().events().isEmpty());

    assertThat(slot.ask().orElseThrow().trial()).isZero();
    assertThat(transport.sent().asks()).hasSize(1);
  }

  @Test
  void shouldFailTheTrialWhenItsThreadDied() throws InterruptedException {
    answerNextAsk(CommandKind.START, 0, 1);
    Thread trainer = new Thread(slot::ask);
    trainer.start();
    trainer.join();

    eventually(() -> lastEvent().getKind() == TrialEventKind.ENDED);
    assertThat(lastEvent().getEndReason()).isEqualTo(EndReason.FAILED);
    assertThat(lastEvent().getMessage()).contains("thread");
  }

  @Test
  void shouldFailTrialsWhoseTrainerThrowsAndGoOnWithTheNext() {
    BlockingQueue<Integer> trials = new LinkedBlockingQueue<>();
    answerAsksInTurn(
        ask -> Commands.grant(CommandKind.START, "c1", ME, ask, 0, 1),
        ask -> Commands.grant(CommandKind.START, "c2", ME, ask, 1, 1),
        ask -> Commands.answer(CommandKind.RELEASE, "c3", ME, ask));

    slot.run(
        trial -> {
          trials.add(trial.trial());
          if (trial.trial() == 0) {
            throw new IllegalArgumentException("lr is too large");
          }
        });

    assertThat(trials).containsExactly(0, 1);
    List<TrialEvent> ends =
        transport.sent().events().stream()
            .filter(event -> event.getKind() == TrialEventKind.ENDED)
            .toList();
    assertThat(ends).extracting(TrialEvent::getEndReason).containsOnly(EndReason.FAILED);
    assertThat(ends.get(0).getMessage()).contains("lr is too large").contains("WorkerSlotTest");
    assertThat(ends.get(1).getMessage()).contains("returned before resource 1");
  }

  @Test
  void shouldEndTheRunWhenTenTrialsFailInARow() {
    List<Integer> trials = new ArrayList<>();
    answerAsksInTurn(
        IntStream.range(0, 10)
            .mapToObj(
                trial ->
                    (Answer)
                        ask -> Commands.grant(CommandKind.START, "c" + trial, ME, ask, trial, 1))
            .toArray(Answer[]::new));

    assertThatThrownBy(
            () ->
                slot.run(
                    trial -> {
                      trials.add(trial.trial());
                      throw new IllegalArgumentException("no such parameter: lr");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("10 trials")
        .hasRootCauseMessage("no such parameter: lr");
    assertThat(trials).hasSize(10);
  }

  @Test
  void shouldTellThatAnotherProcessHasItsName() {
    onNextAsk(ask -> Commands.grant(CommandKind.START, "c1", ME, ask + 1, 0, 1));

    assertThatThrownBy(slot::ask)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("another process also works as slot " + ME)
        .hasMessageContaining("its own name");
  }

  @Test
  void shouldSendHeartbeatsWhileTraining() {
    onNextAsk(
        ask -> {
          Command grant = Commands.grant(CommandKind.START, "c1", ME, ask, 0, 1);
          grant.setLeaseMillis(300);
          return grant;
        });
    slot.ask();

    eventually(() -> lastEvent().getKind() == TrialEventKind.HEARTBEAT);
    assertThat(lastEvent().getCommandSeen()).isEqualTo("c1");
  }

  private Grant grantedTrial() {
    answerNextAsk(CommandKind.START, 0, 1);
    return slot.ask().orElseThrow();
  }

  private void answerNextAsk(CommandKind kind, int trial, int attempt) {
    onNextAsk(ask -> Commands.grant(kind, "c" + trial + "." + attempt, ME, ask, trial, attempt));
  }

  @FunctionalInterface
  private interface Answer {
    Command to(long ask);
  }

  private void onNextAsk(Answer answer) {
    answerAsksInTurn(answer);
  }

  /** Answers each new ask with the next of the answers. */
  private void answerAsksInTurn(Answer... answers) {
    int before = transport.sent().asks().size();
    CompletableFuture.runAsync(
        () -> {
          for (int i = 0; i < answers.length; i++) {
            int asked = before + i;
            eventually(() -> transport.sent().asks().size() > asked);
            answer(answers[i].to(lastAsk()));
          }
        });
  }

  private void answer(Command command) {
    transport.deliver(command);
  }

  private long lastAsk() {
    return transport.sent().asks().get(transport.sent().asks().size() - 1).getAskSequence();
  }

  private TrialEvent lastEvent() {
    return transport.sent().lastEvent();
  }

  private static void eventually(BooleanSupplier holds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("did not come true within 10 s");
      }
      Thread.onSpinWait();
    }
  }
}
