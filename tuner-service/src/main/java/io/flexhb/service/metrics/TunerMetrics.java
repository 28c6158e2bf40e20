package io.flexhb.service.metrics;

import io.flexhb.core.study.Rejection;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The tuner's meters. Thread-safe. No label takes more than a handful of values: studies are no
 * label, since their number has no bound.
 */
public final class TunerMetrics {

  /** What becomes of an input record besides a decision. */
  public enum Input {
    /** Read from a topic. */
    RECEIVED,
    /** Put on the DLQ. */
    POISON,
    /** Found on the wrong partition and forwarded. */
    REROUTED,
    /** Held back while the study's former incarnation is erased. */
    HELD
  }

  private final MeterRegistry registry;
  private final Map<String, Counter> events = new ConcurrentHashMap<>();
  private final Map<Input, Counter> inputs = new EnumMap<>(Input.class);
  private final Map<Rejection.Kind, Counter> rejections = new EnumMap<>(Rejection.Kind.class);
  private final Counter decisions;
  private final Counter commands;
  private final Counter leaseChecks;
  private final Counter leasesExpired;
  private final Counter loaded;
  private final Counter restarts;
  private final Timer decision;
  private final Timer suggestion;
  private final Counter failedSuggestions;

  /**
   * @param registry where the meters are registered; not owned
   */
  public TunerMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (Input input : Input.values()) {
      inputs.put(
          input,
          Counter.builder("flexhb.inputs")
              .description("Input records, by what became of them")
              .tag("outcome", lower(input))
              .register(registry));
    }
    for (Rejection.Kind kind : Rejection.Kind.values()) {
      rejections.put(
          kind,
          Counter.builder("flexhb.rejections")
              .description("Input records that had no effect, or not all of it, by reason")
              .tag("kind", lower(kind))
              .register(registry));
    }
    decisions = counter("flexhb.decisions", "Decisions that changed a study");
    commands = counter("flexhb.commands", "Commands sent, repeated ones included");
    leaseChecks = counter("flexhb.lease.checks", "Lease checks written");
    leasesExpired = counter("flexhb.lease.expired", "Leases that ran out");
    loaded = counter("flexhb.studies.loaded", "Studies read from the stores into the heap");
    restarts = counter("flexhb.thread.restarts", "Stream threads replaced after a failure");
    failedSuggestions = counter("flexhb.suggestions.failed", "Suggestions that failed");
    decision = timer("flexhb.decision", "From the record's bytes to the last output handed over");
    suggestion = timer("flexhb.suggestion", "From request to answer of the sampler pool");
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }

  private Timer timer(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .publishPercentileHistogram()
        .minimumExpectedValue(Duration.ofNanos(10_000))
        .maximumExpectedValue(Duration.ofSeconds(30))
        .register(registry);
  }

  /** The registry the meters are in. */
  public MeterRegistry registry() {
    return registry;
  }

  /** This became of an input record. */
  public void input(Input outcome) {
    inputs.get(outcome).increment();
  }

  /**
   * An event was put before the engine.
   *
   * @param type its simple class name
   */
  public void event(String type) {
    events
        .computeIfAbsent(
            type,
            t ->
                Counter.builder("flexhb.events")
                    .description("Events decided on, by type")
                    .tag("type", t)
                    .register(registry))
        .increment();
  }

  /**
   * A decision was handed over.
   *
   * @param commandsSent repeated ones included
   * @param changed whether it changed the study, and so is in the journal
   */
  public void decided(int commandsSent, boolean changed) {
    commands.increment(commandsSent);
    if (changed) {
      decisions.increment();
    }
  }

  /** An input had no effect, or not all of it. */
  public void rejected(Rejection.Kind kind) {
    rejections.get(kind).increment();
  }

  /** A lease check was written. */
  public void leaseChecked() {
    leaseChecks.increment();
  }

  /** A lease ran out. */
  public void leaseExpired() {
    leasesExpired.increment();
  }

  /** A study was read from the store into the heap. */
  public void studyLoaded() {
    loaded.increment();
  }

  /** A stream thread failed and is replaced. */
  public void threadReplaced() {
    restarts.increment();
  }

  /** From an input record's bytes to the last output handed over. */
  public Timer decisionTime() {
    return decision;
  }

  /** From request to answer of the sampler pool. */
  public Timer suggestionTime() {
    return suggestion;
  }

  /** A suggestion could not be computed, or not be sent. */
  public void suggestionFailed() {
    failedSuggestions.increment();
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(java.util.Locale.ROOT);
  }
}
