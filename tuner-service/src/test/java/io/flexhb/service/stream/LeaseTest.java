package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.LeaseKind;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialView;
import io.flexhb.service.Definition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases of 10 s, starts within 20 s, asks repeated after 5 s. */
class LeaseTest {

  private final TunerDriver tuner = new TunerDriver();

  @BeforeEach
  void makeStudy() {
    tuner.apply(
        "s",
        Definition.small("s")
            .with("trial", "{\"lease\": \"10s\", \"startTimeout\": \"20s\", \"wait\": \"5s\"}")
            .json());
  }

  @AfterEach
  void close() {
    tuner.close();
  }

  @Test
  void shouldLoseAnAttemptThatIsSilentForALeaseAndAHalf() {
    Command grant = startedBy("a");

    pass(Duration.ofSeconds(9));
    assertThat(checks()).isEmpty();
    pass(Duration.ofSeconds(2));
    assertThat(checks()).extracting(e -> e.getLease().getKind()).containsOnly(LeaseKind.ATTEMPT);
    assertThat(lostAttempts()).as("suspected only").isZero();
    pass(Duration.ofSeconds(6));
    assertThat(lostAttempts()).isEqualTo(1);
    assertThat(tuner.counted("flexhb.lease.expired")).isEqualTo(1);

    tuner.ask("s", "b", 1);
    assertThat(tuner.said()).containsExactly("START 0/2 0..1 b");
    tuner.heartbeat(grant, grant.getId());
    assertThat(tuner.said()).containsExactly("STOP 0/1 a");
  }

  @Test
  void shouldKeepAnAttemptThatIsHeard() {
    Command grant = startedBy("a");
    for (int i = 0; i < 20; i++) {
      pass(Duration.ofSeconds(8));
      tuner.heartbeat(grant, grant.getId());
    }

    assertThat(checks()).isEmpty();
    assertThat(lostAttempts()).isZero();
  }

  @Test
  void shouldGrantAnewWhatWasNeverStarted() {
    tuner.ask("s", "a", 1);
    tuner.commands();
    pass(Duration.ofSeconds(19));
    assertThat(checks()).isEmpty();
    pass(Duration.ofSeconds(12));
    assertThat(lostAttempts()).isEqualTo(1);
  }

  @Test
  void shouldForgetAParkedSlotThatDoesNotAskAgain() {
    park("w");
    pass(Duration.ofSeconds(15));
    assertThat(facts("SlotForgotten")).as("suspected only").isZero();
    pass(Duration.ofSeconds(9));
    assertThat(facts("SlotForgotten")).isEqualTo(1);
  }

  @Test
  void shouldKeepAParkedSlotThatAsksAgain() {
    park("w");
    for (int i = 0; i < 10; i++) {
      pass(Duration.ofSeconds(5));
      tuner.ask("s", "w", 1);
    }

    assertThat(tuner.said()).hasSize(10).containsOnly("WAIT w");
    assertThat(facts("SlotForgotten")).isZero();
  }

  @Test
  void shouldListenToAWorkerThatNumbersItsAsksAnewOnceItsSlotIsForgotten() {
    tuner.apply("s", TunerDriver.INCARNATION, RequestedState.PAUSED, "");
    tuner.ask("s", "w", 1_000);
    assertThat(tuner.said()).containsExactly("WAIT w");

    int asks = 0;
    List<String> said = List.of();
    while (said.isEmpty() && asks < 20) {
      pass(Duration.ofSeconds(5));
      tuner.ask("s", "w", ++asks);
      said = tuner.said();
    }

    assertThat(said).containsExactly("WAIT w");
    assertThat(asks).as("after three waits, a check, and a half on top").isEqualTo(5);
  }

  @Test
  void shouldForgetASlotThatNeverAsksAgainAfterItsAttempt() {
    Command grant = startedBy("a");
    tuner.report(grant, 1, 0.5);
    assertThat(tuner.said()).containsExactly("PAUSE 0/1 a");
    pass(Duration.ofSeconds(9));
    assertThat(checks()).isEmpty();
    pass(Duration.ofSeconds(7));

    assertThat(facts("SlotForgotten")).isEqualTo(1);
    tuner.ask("s", "a", 1);
    assertThat(tuner.said()).as("it may number its asks anew").containsExactly("START 1/1 0..1 a");
  }

  @Test
  void shouldHearEverybodyOutAfterARestart() {
    startedBy("a");
    pass(Duration.ofSeconds(9));
    tuner.restart();
    pass(Duration.ofSeconds(9));

    assertThat(checks()).as("the lease starts anew").isEmpty();
    pass(Duration.ofSeconds(8));
    assertThat(lostAttempts()).as("nobody spoke of the study, it was woken").isEqualTo(1);
  }

  @Test
  void shouldIgnoreACheckThatSomebodyElseWrote() {
    Command grant = startedBy("a");
    TrialEvent forged = TunerDriver.event(grant, io.flexhb.avro.TrialEventKind.LEASE_CHECK, "");
    forged.setLease(new io.flexhb.avro.LeaseCheck(LeaseKind.ATTEMPT, -1L, java.time.Instant.EPOCH));
    tuner.send(TunerDriver.TOPICS.metrics(), "s", forged);

    assertThat(lostAttempts()).isZero();
    assertThat(tuner.raw(TunerDriver.TOPICS.dlq())).isEmpty();
  }

  @Test
  void shouldFinishAStudyAtItsDeadline() {
    tuner.apply("d", Definition.small("d").with("limits", "{\"deadline\": \"1h\"}").json());
    tuner.ask("d", "a", 1);
    tuner.commands();
    for (int i = 0; i < 4; i++) {
      pass(Duration.ofMinutes(16));
    }
    tuner.ask("d", "b", 1);

    assertThat(tuner.said()).last().isEqualTo("RELEASE b");
  }

  @Test
  void shouldUseARandomConfigurationWhenNoSuggestionComesInTime() {
    trainUntilTheModelIsAsked("m");
    tuner.ask("m", "b", 1);
    assertThat(tuner.said()).containsExactly("WAIT b");
    pass(Duration.ofSeconds(11));

    assertThat(tuner.said()).contains("START 3/1 0..3 b");
    assertThat(tuner.views())
        .filteredOn(view -> view.getTrial() == 3)
        .extracting(TrialView::getOrigin)
        .contains("fgf (random)");
  }

  @Test
  void shouldAskThePoolAgainAfterARestart() {
    trainUntilTheModelIsAsked("m");
    tuner.ask("m", "b", 1);
    tuner.asked.requests.clear();
    tuner.restart();
    pass(Duration.ofSeconds(1));

    assertThat(tuner.asked.requests).contains("m/0", "m/1");
  }

  /**
   * Trains three trials to 1 and the best of them to 3: enough for a model, which is asked at once.
   */
  private void trainUntilTheModelIsAsked(String study) {
    tuner.apply(study, Definition.small(study).with("sampler", "\"fgf\"").json());
    for (int trial = 0; trial < 3; trial++) {
      tuner.ask(study, "a", trial + 1);
      Command grant = newestCommand();
      tuner.started(grant);
      tuner.report(grant, 1, 1.0 - trial);
    }
    assertThat(tuner.asked.requests).isEmpty();
    tuner.report(newestCommand(), 3, 0);
    tuner.commands();
    assertThat(tuner.asked.requests).containsExactly(study + "/0");
  }

  private Command newestCommand() {
    List<Command> commands = tuner.commands();
    return commands.get(commands.size() - 1);
  }

  private Command startedBy(String worker) {
    tuner.ask("s", worker, 1);
    Command grant = tuner.command();
    tuner.started(grant);
    return grant;
  }

  /** A paused study has no work. */
  private void park(String worker) {
    tuner.apply("s", TunerDriver.INCARNATION, RequestedState.PAUSED, "");
    tuner.ask("s", worker, 1);
    assertThat(tuner.said()).containsExactly("WAIT " + worker);
    tuner.journal();
  }

  /** Lets time pass in steps of the tuner's tick. */
  private void pass(Duration time) {
    long steps = time.toMillis() / 250;
    for (long i = 0; i < steps; i++) {
      tuner.advance(Duration.ofMillis(250));
    }
  }

  private List<TrialEvent> checks() {
    return tuner.read(TunerDriver.TOPICS.metrics(), TrialEvent.class);
  }

  private long lostAttempts() {
    return facts("AttemptLost");
  }

  private long facts(String type) {
    return tuner.journal().stream()
        .flatMap(entry -> entry.getFacts().stream())
        .filter(fact -> fact.getType().equals(type))
        .count();
  }
}
