package io.flexhb.emitter.metrics;

import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** A worker's meters of one study. Workers that share a registry add up. Thread-safe. */
final class WorkerStudyMeters {

  private static final Duration[] WAITING =
      millis(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000, 60_000);

  private static final List<CommandKind> GRANTS =
      List.of(CommandKind.START, CommandKind.CONTINUE, CommandKind.REVIVE);

  private static final List<CommandKind> DECISIONS =
      List.of(CommandKind.CONTINUE, CommandKind.PAUSE, CommandKind.STOP, CommandKind.COMPLETE);

  private final MeterRegistry registry;
  private final String study;
  private final Counter asks;
  private final Counter reports;
  private final Counter heartbeats;
  private final Counter repeats;
  private final Map<CommandKind, Counter> grants = new EnumMap<>(CommandKind.class);
  private final Map<CommandKind, Counter> decisions = new EnumMap<>(CommandKind.class);
  private final Map<EndReason, Counter> ends = new EnumMap<>(EndReason.class);
  private final Timer askWait;
  private final Timer decisionWait;
  private final List<Meter> gauges = new ArrayList<>();

  /**
   * @param slots returns the number of the study's slots in a state
   */
  WorkerStudyMeters(
      MeterRegistry registry,
      String study,
      String worker,
      ToLongFunction<MeteredSlot.State> slots) {
    this.registry = registry;
    this.study = study;
    asks = counter("flexhb.worker.asks", "Asks for work");
    reports = counter("flexhb.worker.reports", "Reports of metrics");
    heartbeats = counter("flexhb.worker.heartbeats", "Signs of life between reports");
    repeats =
        counter("flexhb.worker.repeats", "Asks and reports repeated because no answer had arrived");
    for (CommandKind kind : GRANTS) {
      grants.put(
          kind, counter("flexhb.worker.grants", "Trials granted", "kind", lower(kind.name())));
    }
    for (CommandKind kind : DECISIONS) {
      decisions.put(
          kind,
          counter(
              "flexhb.worker.decisions",
              "Decisions on the current trial",
              "kind",
              lower(kind.name())));
    }
    for (EndReason reason : EndReason.values()) {
      ends.put(
          reason,
          counter(
              "flexhb.worker.ends",
              "Attempts that the worker ended itself",
              "reason",
              lower(reason.name())));
    }
    askWait = timer("flexhb.worker.ask.wait", "From an ask to the trial that answers it");
    decisionWait =
        timer("flexhb.worker.decision.wait", "From a report at a boundary to the decision on it");
    for (MeteredSlot.State state : MeteredSlot.State.values()) {
      gauges.add(
          Gauge.builder("flexhb.worker.slots", () -> slots.applyAsLong(state))
              .description("Slots of this worker, by state")
              .tags("study", study, "worker", worker, "state", lower(state.name()))
              .strongReference(true)
              .register(registry));
    }
  }

  private Counter counter(String name, String description, String... tags) {
    return Counter.builder(name)
        .description(description)
        .tag("study", study)
        .tags(tags)
        .register(registry);
  }

  private Timer timer(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .tag("study", study)
        .serviceLevelObjectives(WAITING)
        .register(registry);
  }

  void asked() {
    asks.increment();
  }

  void reported() {
    reports.increment();
  }

  void heartbeat() {
    heartbeats.increment();
  }

  void repeated() {
    repeats.increment();
  }

  void granted(CommandKind kind, Duration waited) {
    grants.get(kind).increment();
    askWait.record(waited);
  }

  void decided(CommandKind kind) {
    decisions.get(kind).increment();
  }

  void waited(Duration forTheDecision) {
    decisionWait.record(forTheDecision);
  }

  void ended(EndReason reason) {
    ends.get(reason).increment();
  }

  void removeGauges() {
    gauges.forEach(registry::remove);
  }

  private static Duration[] millis(long... millis) {
    Duration[] durations = new Duration[millis.length];
    for (int i = 0; i < millis.length; i++) {
      durations[i] = Duration.ofMillis(millis[i]);
    }
    return durations;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
