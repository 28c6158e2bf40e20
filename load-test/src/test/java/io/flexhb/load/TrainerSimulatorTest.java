package io.flexhb.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flexhb.avro.EndReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.space.Configuration;
import io.flexhb.emitter.FakeTransport;
import io.flexhb.emitter.TunerDecision;
import io.flexhb.simulator.ToyFunction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TrainerSimulatorTest {

  private static LoadPlan.Builder plan() {
    return LoadPlan.builder(List.of("toy"))
        .metric("error")
        .slotsPerStudy(2)
        .reportsPerSecond(0)
        .noise(0.2, 7);
  }

  @Test
  void shouldTrainAStudyToItsEndAndCountWhatHappened() {
    FakeTransport transport = FakeTransport.tuned();

    LoadResult result = simulate(plan().threads(2), transport);

    assertThat(result.reports()).isEqualTo(13);
    assertThat(result.boundaryReports()).isEqualTo(6);
    assertThat(result.grants()).isEqualTo(5);
    assertThat(result.decisionsReceived()).isEqualTo(6);
    assertThat(result.decisions())
        .containsAllEntriesOf(
            Map.of(TunerDecision.Kind.CONTINUE, 1L, TunerDecision.Kind.COMPLETE, 1L));
    assertThat(result.releasedSlots()).isEqualTo(2);
    assertThat(result.latency().count()).isEqualTo(6);
    assertThat(result.latency().p50()).isPositive().isLessThanOrEqualTo(result.latency().max());
    assertThat(transport.isClosed()).isTrue();
  }

  @Test
  void shouldReportTheToyFunction() {
    FakeTransport transport = FakeTransport.tuned();
    simulate(plan(), transport);

    TrialEvent event =
        transport.sent().events().stream()
            .filter(sent -> sent.getTrial() == 1 && sent.getResource() == 2)
            .findFirst()
            .orElseThrow();
    assertThat(event.getValues().get("error").getValue())
        .isEqualTo(
            new ToyFunction(0.2)
                .value(Configuration.of(Map.of("x", 2.0, "y", 2.0, "z", 3.0)), 2, 7));
  }

  @Test
  void shouldStopAtTheBoundOfReportsAndGiveTrialsBack() {
    FakeTransport transport = FakeTransport.tuned();

    LoadResult result = simulate(plan().maxReports(8), transport);

    assertThat(result.reports()).isEqualTo(8);
    assertThat(transport.sent().events())
        .filteredOn(event -> event.getKind() == TrialEventKind.ENDED)
        .isNotEmpty()
        .extracting(TrialEvent::getEndReason)
        .containsOnly(EndReason.RELEASED);
  }

  @Test
  void shouldKeepTheRate() {
    LoadResult result = simulate(plan().reportsPerSecond(40), FakeTransport.tuned());

    // 13 reports at 40/s; waiting for decisions only makes it slower.
    assertThat(result.elapsed()).isGreaterThan(Duration.ofMillis(300));
    assertThat(result.reportsPerSecond()).isLessThan(45);
  }

  @Test
  void shouldEndWhenTheTimeIsSpent() {
    LoadResult result = simulate(plan().duration(Duration.ofMillis(200)), FakeTransport.silent());

    assertThat(result.reports()).isZero();
    assertThat(result.latency().count()).isZero();
  }

  @Test
  void shouldCountNothingOfTheWarmingUp() {
    FakeTransport transport = FakeTransport.tuned();

    LoadResult result = simulate(plan().warmUp(Duration.ofMinutes(1)), transport);

    assertThat(transport.sent().events()).isNotEmpty();
    assertThat(result.releasedSlots()).isEqualTo(2);
    assertThat(result.reports()).isZero();
    assertThat(result.boundaryReports()).isZero();
    assertThat(result.grants()).isZero();
    assertThat(result.decisions()).isEmpty();
    assertThat(result.latency().count()).isZero();
  }

  @Test
  void shouldRefusePlansOutOfBounds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadPlan.builder(List.of()).build())
        .withMessageContaining("studies");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan().threads(0).build())
        .withMessageContaining("threads 0: must be at least 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan().reportsPerSecond(Double.NaN).build())
        .withMessageContaining("reportsPerSecond");
  }

  private static LoadResult simulate(LoadPlan.Builder plan, FakeTransport transport) {
    return new TrainerSimulator(plan.build(), "sim", Duration.ofSeconds(1), transport::open).run();
  }
}
