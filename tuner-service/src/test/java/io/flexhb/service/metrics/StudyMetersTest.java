package io.flexhb.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.service.Definition;
import io.flexhb.simulator.Faults;
import io.flexhb.simulator.Fleet;
import io.flexhb.simulator.SimulationObserver;
import io.flexhb.simulator.SimulationPlan;
import io.flexhb.simulator.Simulator;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StudyMetersTest {

  private static final int LOOK_EVERY = 5;

  private final MeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void shouldKeepUpWithEachDecision() {
    StudyMeters meters = new TunerMetrics(registry).studies();
    AtomicInteger looks = new AtomicInteger();
    run(
        flexible("kept"),
        (before, event, decision, after) -> {
          decided(meters, before, decision, after);
          if (decision.changesState() && looks.incrementAndGet() % LOOK_EVERY == 0) {
            MeterRegistry fresh = new SimpleMeterRegistry();
            StudyMeters found = new TunerMetrics(fresh).studies();
            found.loaded(after);
            assertThat(gauges(registry)).isEqualTo(gauges(fresh));
            // A registry does not keep the measured objects alive.
            found.close();
          }
        });
    assertThat(looks.get()).isGreaterThan(300);
    assertThat(gauge("flexhb.study.status", "status", "finished")).isEqualTo(1);
    assertThat(gauge("flexhb.study.resource.saved")).isPositive();
  }

  @Test
  void shouldCountWhatTheFactsSay() {
    StudyMeters meters = new TunerMetrics(registry).studies();
    List<Fact> facts = new ArrayList<>();
    run(
        flexible("counted"),
        (before, event, decision, after) -> {
          decided(meters, before, decision, after);
          facts.addAll(decision.facts());
        });

    assertThat(counted("flexhb.study.stops")).isPositive().isEqualTo(of(facts, Fact.Stopped.class));
    assertThat(counted("flexhb.study.promotions") + counted("flexhb.study.revivals"))
        .isEqualTo(of(facts, Fact.Promoted.class));
    assertThat(counted("flexhb.study.revivals")).isPositive();
    assertThat(counted("flexhb.study.new.trials")).isEqualTo(of(facts, Fact.TrialCreated.class));
    assertThat(counted("flexhb.study.brackets")).isEqualTo(of(facts, Fact.BracketOpened.class));
    assertThat(counted("flexhb.study.attempts.lost"))
        .isPositive()
        .isEqualTo(of(facts, Fact.AttemptLost.class));
    assertThat(counted("flexhb.study.values"))
        .isPositive()
        .isEqualTo(of(facts, Fact.ValueRecorded.class));
  }

  @Test
  void shouldSayHowMuchWorseTheFirstBracketIs() {
    StudyMeters meters = new TunerMetrics(registry).studies();
    StudyState end = run(flexible("regret"), observer(meters));
    double first =
        end.trials()
            .filter(trial -> trial.bracket() == 0)
            .map(trial -> trial.valueAt(end.spec().ladder().maxResource()))
            .filter(value -> value.isPresent())
            .map(value -> value.getAsDouble())
            .min()
            .get();

    assertThat(gauge("flexhb.study.first.bracket.regret"))
        .isEqualTo(first - end.best().orElseThrow().value());
  }

  @Test
  void shouldSumStudiesBeyondTheLimit() {
    StudyMeters meters = new TunerMetrics(registry, 1).studies();
    StudyState a = run(small("a"), observer(meters));
    StudyState unfinished = unfinished(small("b"), meters);
    StudyState more = unfinished(small("c"), meters);

    assertThat(a.status().isOver()).isTrue();
    assertThat(studies())
        .as("b took the label of a, which is over")
        .contains("b", "other")
        .doesNotContain("a", "c");
    assertThat(registry.get("flexhb.study.trials").tags("study", "other").gauges())
        .extracting(Gauge::value)
        .satisfies(
            values ->
                assertThat(values.stream().mapToDouble(v -> v).sum())
                    .isEqualTo(a.trials().size() + more.trials().size()));
    assertThat(unfinished.trials().size()).isPositive();
  }

  @Test
  void shouldGiveALabelThatBecameFreeToAStudyThatWaits() {
    TunerMetrics all = new TunerMetrics(registry, 1);
    StudyMeters first = all.studies();
    StudyMeters second = all.studies();
    unfinished(small("a"), first);
    List<Decided> rest = decisions(small("b"));
    rest.subList(0, 5).forEach(d -> d.tell(second));
    assertThat(studies()).contains("a", "other").doesNotContain("b");

    first.close();
    rest.subList(5, 7).forEach(d -> d.tell(second));

    assertThat(studies()).contains("b").doesNotContain("a");
  }

  @Test
  void shouldLeaveWithTheTask() {
    StudyMeters meters = new TunerMetrics(registry).studies();
    run(flexible("moves"), observer(meters));
    assertThat(studies()).containsOnly("moves");

    meters.close();

    assertThat(studies()).isEmpty();
    assertThat(registry.get("flexhb.studies").tags("status", "finished").gauge().value()).isZero();
  }

  @Test
  void shouldCostNothingWhereNobodyReads() {
    TunerMetrics unread = TunerMetrics.unread();
    StudyMeters meters = unread.studies();
    run(small("unread"), observer(meters));

    assertThat(unread.registry().getMeters()).noneMatch(meter -> study(meter) != null);
  }

  private record Decided(Optional<StudyState> before, Decision decision, StudyState after) {
    void tell(StudyMeters meters) {
      decided(meters, before, decision, after);
    }
  }

  private static List<Decided> decisions(StudySpec spec) {
    List<Decided> decisions = new ArrayList<>();
    run(
        spec,
        (before, event, decision, after) -> decisions.add(new Decided(before, decision, after)));
    return decisions;
  }

  /** Passes only the first decisions to the meters. */
  private static StudyState unfinished(StudySpec spec, StudyMeters meters) {
    List<Decided> begun = decisions(spec).subList(0, 12);
    begun.forEach(d -> d.tell(meters));
    return begun.get(begun.size() - 1).after();
  }

  private static SimulationObserver observer(StudyMeters meters) {
    return (before, event, decision, after) -> decided(meters, before, decision, after);
  }

  private static void decided(
      StudyMeters meters, Optional<StudyState> before, Decision decision, StudyState after) {
    if (decision.changesState()) {
      meters.decided(before, after, decision, StateChanges.by(decision, before, after));
    }
  }

  private static StudyState run(StudySpec spec, SimulationObserver observer) {
    List<StudyState> last = new ArrayList<>();
    Simulator.run(
        SimulationPlan.of(spec, (configuration, resource, seed) -> value(configuration, resource))
            .with(Fleet.of(3).withSlots(2))
            .with(Faults.all(0.02, 2_000)),
        (before, event, decision, after) -> {
          observer.decided(before, event, decision, after);
          last.clear();
          last.add(after);
        });
    return last.get(0);
  }

  /** Curves that cross, so that trials are revived. */
  private static double value(io.flexhb.core.space.Configuration configuration, long resource) {
    double rate = ((Number) configuration.values().get("lr")).doubleValue();
    return Math.abs(rate - 0.3) + rate / resource;
  }

  private static StudySpec small(String study) {
    return Definition.small(study).spec();
  }

  private static StudySpec flexible(String study) {
    return Definition.small(study)
        .with("resource", "{\"max\": 27, \"eta\": 3}")
        .with("brackets", "\"flexband\"")
        .with("limits", "{\"loops\": 3}")
        .spec();
  }

  private double gauge(String name, String... tags) {
    return registry.get(name).tags(tags).gauge().value();
  }

  private double counted(String name) {
    return registry.get(name).counters().stream().mapToDouble(c -> c.count()).sum();
  }

  private static double of(List<Fact> facts, Class<? extends Fact> type) {
    return facts.stream().filter(type::isInstance).count();
  }

  private List<String> studies() {
    return registry.getMeters().stream()
        .map(StudyMetersTest::study)
        .filter(study -> study != null)
        .distinct()
        .toList();
  }

  private static String study(Meter meter) {
    return meter.getId().getTag("study");
  }

  private static Map<String, Double> gauges(MeterRegistry of) {
    Map<String, Double> gauges = new TreeMap<>();
    for (Meter meter : of.getMeters()) {
      if (meter instanceof Gauge gauge && study(meter) != null) {
        gauges.put(meter.getId().getName() + meter.getId().getTags(), gauge.value());
      }
    }
    return gauges;
  }
}
