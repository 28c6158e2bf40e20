package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.codec.DeadLetterHeaders;
import io.flexhb.service.Definition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Studies that end by a limit and are applied again with another one, with a restart in between.
 */
class ReopeningTest {

  private final TunerDriver tuner = new TunerDriver();

  @AfterEach
  void close() {
    tuner.close();
  }

  @Test
  void shouldServeWorkersOfAStudyThatIsReopenedAfterARestart() {
    tuner.apply("s", within("1h"));
    Command first = asks("a", 1);
    tuner.report(first, 1, 0.5);
    tuner.commands();
    Command second = asks("b", 1);
    tuner.started(second);
    tuner.commands();
    pass(Duration.ofMinutes(61), second);
    assertThat(tuner.said()).contains("STOP 1/1 b");
    tuner.restart();
    tuner.ask("s", "b", 2);
    assertThat(tuner.said()).containsExactly("RELEASE b");
    tuner.journal();

    tuner.apply("s", within("9h"));

    assertThat(status(tuner.journal())).containsExactly("ACTIVE");
    tuner.ask("s", "b", 3);
    assertThat(tuner.said()).containsExactly("START 1/2 0..1 b");
    tuner.restart();
    tuner.ask("s", "c", 1);
    assertThat(tuner.said()).containsExactly("START 2/1 0..1 c");
    assertThat(tuner.raw(TunerDriver.TOPICS.dlq())).isEmpty();
  }

  @Test
  void shouldEndAgainAtTheLaterDeadline() {
    tuner.apply("s", within("1h"));
    pass(Duration.ofMinutes(62));
    tuner.apply("s", within("2h"));
    assertThat(status(tuner.journal())).endsWith("FINISHED", "ACTIVE");
    pass(Duration.ofMinutes(62));
    assertThat(status(tuner.journal())).containsExactly("FINISHED");
  }

  @Test
  void shouldTellThePlatformWhyAStudyStaysFinished() {
    tuner.apply("s", within("1h"));
    pass(Duration.ofMinutes(62));
    tuner.journal();

    tuner.apply("s", within("30m"));

    assertThat(tuner.raw(TunerDriver.TOPICS.dlq()))
        .singleElement()
        .satisfies(
            record ->
                assertThat(TunerDriver.header(record, DeadLetterHeaders.REASON).orElseThrow())
                    .startsWith("study s stays FINISHED: the deadline has passed"));
    assertThat(tuner.journal()).isEmpty();
  }

  @Test
  void shouldCloseAFinishedStudyForGood() {
    tuner.apply("s", within("1h"));
    Command first = asks("a", 1);
    tuner.report(first, 1, 0.5);
    pass(Duration.ofMinutes(62));
    tuner.commands();

    tuner.apply("s", TunerDriver.INCARNATION, RequestedState.CLOSED, "");
    assertThat(tuner.said()).containsExactly("DISCARD_CHECKPOINT 0/1 a");
    assertThat(status(tuner.journal())).endsWith("CLOSED");
    tuner.restart();
    tuner.apply("s", within("9h"));

    assertThat(tuner.journal()).isEmpty();
    assertThat(tuner.raw(TunerDriver.TOPICS.dlq())).hasSize(1);
    tuner.ask("s", "a", 2);
    assertThat(tuner.said()).containsExactly("RELEASE a");
  }

  private static String within(String deadline) {
    return Definition.small("s").with("limits", "{\"deadline\": \"" + deadline + "\"}").json();
  }

  private Command asks(String worker, long sequence) {
    tuner.ask("s", worker, sequence);
    return tuner.command();
  }

  private void pass(Duration time) {
    for (long seconds = 0; seconds < time.toSeconds(); seconds += 10) {
      tuner.advance(Duration.ofSeconds(10));
    }
  }

  /** Lets time pass with a worker that sends heartbeats. */
  private void pass(Duration time, Command grant) {
    for (long seconds = 0; seconds < time.toSeconds(); seconds += 10) {
      tuner.advance(Duration.ofSeconds(10));
      tuner.heartbeat(grant, grant.getId());
    }
  }

  private static List<String> status(List<JournalEntry> journal) {
    return journal.stream()
        .flatMap(entry -> entry.getFacts().stream())
        .filter(fact -> fact.getType().equals("StatusChanged"))
        .map(fact -> fact.getFields().get("status"))
        .toList();
  }
}
