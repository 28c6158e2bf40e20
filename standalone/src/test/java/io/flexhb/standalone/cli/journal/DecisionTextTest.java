package io.flexhb.standalone.cli.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalFact;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.fidelity.ResourceStep;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Entries of a journal as lines for people. */
class DecisionTextTest {

  private static final ResourceStep TENTHS = new ResourceStep(new BigDecimal("0.1"));

  @Test
  void shouldShowFactsInTheUsersUnit() {
    JournalEntry entry = reported(3);
    entry.setReasons(List.of());
    entry.setFacts(
        List.of(
            new JournalFact(
                "ValueRecorded",
                0,
                Map.of(
                    "attempt", "3",
                    "levels", "[{level=3, resource=10, value=3.0, measured=true}]")),
            new JournalFact(
                "Granted", 0, Map.of("command", "CONTINUE 4.0 trial 3/3 from 3 until 10 to w#0")),
            new JournalFact("RungDecided", -1, Map.of("bracket", "3", "rung", "1", "level", "3"))));

    assertThat(String.join("\n", DecisionText.lines(entry, -1, TENTHS)))
        .contains("attempt=3")
        .contains("[{level=0.3, resource=1, value=3.0, measured=true}]")
        .contains("CONTINUE 4.0 trial 3/3 from 0.3 until 1 to w#0")
        .contains("{bracket=3, level=0.3, rung=1}");
    assertThat(String.join("\n", DecisionText.lines(entry, -1, ResourceStep.ONE)))
        .contains("{level=3, resource=10,")
        .contains("from 3 until 10");
  }

  private static JournalEntry reported(long resource) {
    TrialEvent event = new TrialEvent();
    event.setStudy("parts");
    event.setIncarnation(new UUID(0, 1));
    event.setTrial(0);
    event.setAttempt(1);
    event.setWorker("w");
    event.setKind(TrialEventKind.METRICS);
    event.setResource(resource);
    event.setMessage("");
    event.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, 0.5)));
    JournalEntry entry = new JournalEntry();
    entry.setStudy("parts");
    entry.setTime(Instant.EPOCH);
    entry.setInput(event);
    return entry;
  }
}
