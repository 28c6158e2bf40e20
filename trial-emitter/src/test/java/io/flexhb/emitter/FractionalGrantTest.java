package io.flexhb.emitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.emitter.protocol.Commands;
import io.flexhb.emitter.protocol.SlotAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Trials of studies with a resource step. */
@Timeout(30)
class FractionalGrantTest {

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
  void shouldGiveTheTrainerWhatTheStudyCounts() {
    Grant trial = granted(0.1, 3, 9);

    assertThat(trial.step()).isEqualTo(0.1);
    assertThat(trial.from()).isEqualTo(0.3);
    assertThat(trial.until()).isEqualTo(0.9);
    assertThat(trial.following()).isEqualTo(0.4);
    assertThat(trial.awaitDecision())
        .isEqualTo(new TunerDecision(TunerDecision.Kind.CONTINUE, 0.9, ""));
    assertThat(trial.checkpoint().orElseThrow().resource()).isEqualTo(0.3);
  }

  @Test
  void shouldReportWholeStepsWhateverBinaryFractionsAreOff() {
    Grant trial = granted(0.1, 0, 9);

    trial.report(0.1, Map.of("loss", 0.5));
    trial.report(0.1 + 0.2, Map.of("loss", 0.4));
    trial.checkpoint(0.4, "s3://a");
    trial.report(7 * 0.1, Map.of("loss", 0.3), "s3://b");

    assertThat(reported()).containsExactly(1L, 3L, 7L);
    assertThat(transport.sent().events())
        .filteredOn(event -> event.getCheckpoint() != null)
        .extracting(event -> event.getCheckpoint().getResource())
        .containsExactly(4L, 7L);
  }

  @Test
  void shouldRefuseWhatLiesBetweenTwoSteps() {
    Grant trial = granted(0.1, 0, 9);

    assertThatThrownBy(() -> trial.report(0.25, Map.of("loss", 0.5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "report at resource 0.25: that is not a multiple of the study's resource.step 0.1, report"
                + " 0.2 or 0.3");
    assertThatThrownBy(() -> trial.checkpoint(0.25, "a")).hasMessageContaining("0.2 or 0.3");
    assertThatThrownBy(() -> trial.report(Double.NaN, Map.of("loss", 0.5)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(reported()).isEmpty();
  }

  @Test
  void shouldRefuseAFractionWhereWholeNumbersAreCounted() {
    Grant trial = granted(null, 0, 9);

    assertThatThrownBy(() -> trial.report(1.5, Map.of("loss", 0.5)))
        .hasMessage(
            "report at resource 1.5: the study counts whole numbers; create one with a resource.step"
                + " for fractions, report 1 or 2");
    trial.report(2, Map.of("loss", 0.5));
    assertThat(reported()).containsExactly(2L);
  }

  @Test
  void shouldGiveNoWholeNumbersWhereThereAreNone() {
    Grant trial = granted(0.1, 0, 10);

    for (Runnable whole :
        List.<Runnable>of(trial::fromResource, trial::untilResource, trial::next)) {
      assertThatThrownBy(whole::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("steps of 0.1")
          .hasMessageContaining("until()");
    }
  }

  @Test
  void shouldCountThousands() {
    Grant trial = granted(1000.0, 0, 27);

    assertThat(trial.untilResource()).isEqualTo(27_000);
    assertThat(trial.next()).isEqualTo(1000);
    trial.report(3000, Map.of("loss", 0.5));
    assertThat(reported()).containsExactly(3L);
  }

  @Test
  void shouldTellTheTunerWhatLiesBetweenTwoStepsWhenThatIsWanted() {
    Grant trial = granted(0.1, 0, 9);
    trial.report(0.2, Map.of("loss", 0.5));

    trial.reportBetweenSteps(0.25);

    TrialEvent told = transport.sent().events().get(transport.sent().events().size() - 1);
    assertThat(told.getKind()).isEqualTo(TrialEventKind.METRICS);
    assertThat(told.getReportedResource()).isEqualTo("0.25");
    assertThat(told.getResource()).isEqualTo(2);
    assertThat(told.getValues()).isEmpty();
  }

  private List<Long> reported() {
    return transport.sent().events().stream()
        .filter(event -> event.getKind() == TrialEventKind.METRICS)
        .map(TrialEvent::getResource)
        .toList();
  }

  private Grant granted(Double step, long from, long until) {
    transport.onAsk(
        ask -> {
          Command grant =
              Commands.resumed(
                  CommandKind.CONTINUE, "c1", ME, ask.getAskSequence(), 0, 1, from, until);
          grant.setResourceStep(step);
          transport.deliver(grant);
        });
    return slot.ask().orElseThrow();
  }
}
