package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.RequestedState;
import io.flexhb.service.Definition;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The number of trials that failed in a row is stored with the study. */
class FailingStudyTest {
  private static final String DEFINITION =
      Definition.small("a")
          .with("limits", "{\"loops\": 20, \"failures\": 3}")
          .with("trial", "{\"maxAttempts\": 1}")
          .json();

  @Test
  void shouldPauseAStudyWhoseTrialsFailAcrossRestartsAndResumeIt() {
    try (TunerDriver tuner = new TunerDriver()) {
      tuner.apply("a", DEFINITION);
      for (int trial = 0; trial < 3; trial++) {
        tuner.journal();
        tuner.ask("a", "w", trial + 1);
        Command grant = tuner.command();
        tuner.ended(grant, EndReason.FAILED);
        assertThat(statuses(tuner.journal()).isEmpty()).as("trial %d", trial).isEqualTo(trial < 2);
        tuner.restart();
      }
      tuner.ask("a", "w", 9);
      assertThat(tuner.said()).containsExactly("WAIT w");

      tuner.apply("a", TunerDriver.INCARNATION, RequestedState.ACTIVE, DEFINITION);

      assertThat(tuner.said()).containsExactly("START 3/1 0..3 w");
      assertThat(statuses(tuner.journal()))
          .containsExactly(Map.of("status", "ACTIVE", "reason", "as requested"));
    }
  }

  private static List<Map<String, String>> statuses(List<JournalEntry> journal) {
    return journal.stream()
        .flatMap(entry -> entry.getFacts().stream())
        .filter(fact -> fact.getType().equals("StatusChanged"))
        .map(fact -> fact.getFields())
        .toList();
  }
}
