package io.flexhb.service.metrics;

import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.StudyEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The tuner's meters. Thread-safe. Every label has only a handful of values, except the study's
 * name, whose number is bounded, see {@link StudyMeters}.
 */
public final class TunerMetrics {

  /** The default for the most studies with meters under their own name. */
  public static final int DEFAULT_STUDIES = 100;

  /** What a trainer waits for. */
  public enum Awaited {
    /** The answer to a report. */
    REPORT,
    /** The answer to an ask for work. */
    ASK
  }

  /** Fates of an input record other than a decision. */
  public enum Input {
    /** Read from a topic. */
    RECEIVED,
    /** Put on the DLQ. */
    POISON,
    /** Found on the wrong partition and forwarded. */
    REROUTED,
    /** Held back while the study's previous incarnation is erased. */
    HELD,
    /** Used before: read again because the group's offsets were set back. */
    REPEATED
  }

  private static final Duration[] DECIDING =
      buckets(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 1_000);

  private static final Duration[] ANSWERING =
      buckets(2.5, 5, 10, 15, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 60_000);

  private static final Duration[] SUGGESTING =
      buckets(5, 10, 25, 50, 100, 150, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000);

  /** The origins that the sampler pool produces; enqueued configurations do not come from it. */
  private static final List<SuggestionOrigin> MADE =
      List.of(SuggestionOrigin.MODEL, SuggestionOrigin.RANDOM, SuggestionOrigin.FALLBACK);

  private final MeterRegistry registry;
  private final Map<Class<? extends StudyEvent>, Counter> events = new HashMap<>();
  private final Map<Input, Counter> inputs = new EnumMap<>(Input.class);
  private final Map<Rejection.Kind, Counter> rejections = new EnumMap<>(Rejection.Kind.class);
  private final Counter decisions;
  private final Counter commands;
  private final Counter leaseChecks;
  private final Counter leasesExpired;
  private final Counter loaded;
  private final Counter restarts;
  private final Timer decision;
  private final Map<Awaited, Timer> answers = new EnumMap<>(Awaited.class);
  private final Map<SuggestionOrigin, Timer> suggestions = new EnumMap<>(SuggestionOrigin.class);
  private final AllStudies all;
  private final Counter failedSuggestions;

  /** Present once the topology is built. */
  private volatile Optional<InputLag> lag = Optional.empty();

  /**
   * Meters with the default number of studies.
   *
   * @param registry where the meters are registered; not owned
   */
  public TunerMetrics(MeterRegistry registry) {
    this(registry, true, DEFAULT_STUDIES);
  }

  /**
   * @param registry where the meters are registered; not owned
   * @param studies most studies with meters under their own name; the rest are summed
   */
  public TunerMetrics(MeterRegistry registry, int studies) {
    this(registry, true, studies);
  }

  /** Meters that are never read and cost next to nothing. */
  public static TunerMetrics unread() {
    return new TunerMetrics(new CompositeMeterRegistry(), false, 0);
  }

  private TunerMetrics(MeterRegistry registry, boolean ofStudies, int studies) {
    this.registry = registry;
    for (Input input : Input.values()) {
      inputs.put(
          input,
          Counter.builder("flexhb.inputs")
              .description("Input records, by outcome")
              .tag("outcome", lower(input))
              .register(registry));
    }
    for (Rejection.Kind kind : Rejection.Kind.values()) {
      rejections.put(
          kind,
          Counter.builder("flexhb.rejections")
              .description("Input records without their full effect, by reason")
              .tag("kind", lower(kind))
              .register(registry));
    }
    EventNames.ALL.forEach(
        (type, name) ->
            events.put(
                type,
                Counter.builder("flexhb.events")
                    .description("Events decided on, by type")
                    .tag("type", name)
                    .register(registry)));
    decisions = counter("flexhb.decisions", "Decisions that changed a study");
    commands = counter("flexhb.commands", "Commands sent, including repeated ones");
    leaseChecks = counter("flexhb.lease.checks", "Lease checks written");
    leasesExpired = counter("flexhb.lease.expired", "Leases that expired");
    loaded = counter("flexhb.studies.loaded", "Studies read from the stores into the heap");
    restarts = counter("flexhb.thread.restarts", "Stream threads replaced after a failure");
    failedSuggestions = counter("flexhb.suggestions.failed", "Suggestions that failed");
    decision =
        timer(
            "flexhb.decision",
            "From decoding the record to handing over the last output",
            DECIDING);
    for (Awaited awaited : Awaited.values()) {
      answers.put(
          awaited,
          timer(
              "flexhb.decision.latency",
              "From the time in a worker's record to the command that answers it, before the"
                  + " commit",
              ANSWERING,
              "input",
              lower(awaited)));
    }
    for (SuggestionOrigin origin : MADE) {
      suggestions.put(
          origin,
          timer(
              "flexhb.suggestion",
              "From request to answer of the sampler pool, by origin of the configuration",
              SUGGESTING,
              "source",
              lower(origin)));
    }
    all = new AllStudies(registry, ofStudies, studies);
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }

  private Timer timer(String name, String description, Duration[] buckets, String... tags) {
    return Timer.builder(name)
        .description(description)
        .tags(tags)
        .serviceLevelObjectives(buckets)
        .register(registry);
  }

  /** Whether these meters are never read. */
  public boolean areUnread() {
    return !all.areMetered();
  }

  /**
   * Registers the gauge that tells whether the tuner decides.
   *
   * @param running asked at each scrape
   */
  public void ready(BooleanSupplier running) {
    Gauge.builder("flexhb.tuner.ready", running, r -> r.getAsBoolean() ? 1 : 0)
        .description("1 while the tuner decides, 0 while it starts, moves partitions or stops")
        .strongReference(true)
        .register(registry);
  }

  /** The registry the meters are in. */
  public MeterRegistry registry() {
    return registry;
  }

  /** Counts the outcome of an input record. */
  public void input(Input outcome) {
    inputs.get(outcome).increment();
  }

  /** The engine decides on an event. */
  public void event(StudyEvent event) {
    events.get(event.getClass()).increment();
  }

  /**
   * A decision was handed over.
   *
   * @param commandsSent including repeated ones
   * @param changed whether it changed the study and is therefore in the journal
   */
  public void decided(int commandsSent, boolean changed) {
    commands.increment(commandsSent);
    if (changed) {
      decisions.increment();
    }
  }

  /** An input did not have its full effect. */
  public void rejected(Rejection.Kind kind) {
    rejections.get(kind).increment();
  }

  /** A lease check was written. */
  public void leaseChecked() {
    leaseChecks.increment();
  }

  /** A lease expired. */
  public void leaseExpired() {
    leasesExpired.increment();
  }

  /** A study was read from the store into the heap. */
  public void studyLoaded() {
    loaded.increment();
  }

  /** The calling stream thread failed and is replaced. */
  public void threadReplaced() {
    restarts.increment();
    lag.ifPresent(InputLag::threadFails);
  }

  /** Whether the partitions of a failed thread wait for another thread. */
  public boolean isShortOfThreads() {
    return lag.map(InputLag::hasOrphans).orElse(false);
  }

  /** Times from decoding an input record to handing over the last output. */
  public Timer decisionTime() {
    return decision;
  }

  /**
   * A command that answers a worker is handed over.
   *
   * @param sentAt when the worker sent the record that is answered, by the worker's clock; the
   *     epoch when unknown
   */
  public void answered(Awaited awaited, Instant sentAt) {
    if (sentAt.toEpochMilli() == 0) {
      return;
    }
    long millis = System.currentTimeMillis() - sentAt.toEpochMilli();
    // A clock that is ahead of ours must not make the sum fall.
    answers.get(awaited).record(Duration.ofMillis(Math.max(0, millis)));
  }

  /**
   * The sampler pool answered a request.
   *
   * @param explanation of the suggestion
   * @param taken since the request
   */
  public void suggested(Map<String, String> explanation, Duration taken) {
    suggestions.get(SuggestionOrigin.of(explanation)).record(taken);
  }

  /**
   * Registers the gauge of requests that wait for a thread of the sampler pool.
   *
   * @param queue asked at each scrape
   */
  public void suggestionQueue(Supplier<Number> queue) {
    Gauge.builder("flexhb.suggestion.queue", queue)
        .description("Requests that wait for a thread of the sampler pool")
        .strongReference(true)
        .register(registry);
  }

  /** The meters of the studies of one stream task, which closes them. */
  public StudyMeters studies() {
    return new StudyMeters(all);
  }

  /**
   * Registers the meters of the input lag.
   *
   * @param partitions of each topic
   */
  public InputLag lag(int partitions) {
    InputLag made = new InputLag(registry, partitions);
    lag = Optional.of(made);
    return made;
  }

  /** A suggestion could not be computed, or not be sent. */
  public void suggestionFailed() {
    failedSuggestions.increment();
  }

  private static Duration[] buckets(double... millis) {
    return Arrays.stream(millis)
        .mapToObj(ms -> Duration.ofNanos(Math.round(ms * 1_000_000)))
        .toArray(Duration[]::new);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
