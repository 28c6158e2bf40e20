package io.flexhb.service.stream;

import io.flexhb.core.study.StudyState;
import io.flexhb.service.codec.Definitions;
import io.flexhb.service.codec.InputCodec;
import io.flexhb.service.codec.LeaseCheckCodec;
import io.flexhb.service.codec.Origin;
import io.flexhb.service.codec.PoisonRecord;
import io.flexhb.service.metrics.StudyMeters;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.StudyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything a stream task does. Kafka Streams may call {@code init} again on the same instance, so
 * {@code init} and {@code close} drop whatever is in the heap. Any exception leaves by way of
 * {@link #process}: the transaction is aborted then, and the study is read from the stores anew.
 */
final class StudyProcessor implements Processor<byte[], byte[], byte[], byte[]> {

  private static final Logger LOG = LoggerFactory.getLogger(StudyProcessor.class);

  static final Duration TICK = Duration.ofMillis(250);

  /** Silent studies read from the stores per tick after a start. */
  private static final int WAKE_PER_TICK = 20;

  private final StudyTopology.Parts parts;
  private final MisroutedRecords misrouted;
  private Optional<Started> started = Optional.empty();
  private ProcessorContext<byte[], byte[]> context;
  private CommitPace pace;

  /** What lives from {@code init} to {@code close}. */
  private record Started(
      Task task,
      Erasing erasing,
      Router router,
      Deque<String> asleep,
      UsedOffsets used,
      Runnable commitSignal) {}

  StudyProcessor(StudyTopology.Parts parts) {
    this.parts = parts;
    this.misrouted = new MisroutedRecords(parts.topics(), parts.partitions());
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> newContext) {
    context = newContext;
    pace = parts.pace().get();
    end();
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, time -> tick());
    pace.follow(context);
    parts.lag().found(context.taskId().partition());
  }

  @Override
  public void close() {
    end();
    Optional.ofNullable(context).ifPresent(c -> parts.lag().forget(c.taskId().partition()));
  }

  private void end() {
    started.ifPresent(s -> s.task().meters().close());
    started = Optional.empty();
  }

  /** At the first record or tick: the stores can be read, and nobody waits for it. */
  private Started started() {
    return started.orElseGet(
        () -> {
          Started made = start();
          started = Optional.of(made);
          return made;
        });
  }

  private Started start() {
    StudyStore store = new StudyStore(context);
    Leases leases = new Leases(store.due());
    StudyMeters meters = parts.metrics().studies();
    Shelf shelf =
        new Shelf(
            store.studies(), parts.heapStudies(), live -> loaded(leases, meters, live.state()));
    Task task =
        new Task(
            context,
            store,
            shelf,
            leases,
            parts.inputs(),
            parts.encoding(),
            parts.suggestions(),
            parts.metrics(),
            meters,
            new Complaints());
    Erasing erasing = new Erasing(task);
    Deque<String> asleep = new ArrayDeque<>();
    store.due().all().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry::getKey))
        .forEach(entry -> asleep.add(entry.getKey()));
    UsedOffsets used =
        new UsedOffsets(
            store.usedOffsets(),
            parts.inputTopics(),
            parts.topics().inputs(),
            context.taskId().partition());
    return new Started(
        task,
        erasing,
        new Router(task, erasing),
        asleep,
        used,
        parts.commits().of(context, used::save));
  }

  /** A study came from the stores: its clocks start, unless they run already. */
  private void loaded(Leases leases, StudyMeters meters, StudyState state) {
    parts.metrics().studyLoaded();
    meters.loaded(state);
    if (!leases.knows(state.spec().study()) && !state.status().isOver()) {
      leases.startAll(state, context.currentSystemTimeMs());
    }
    for (long request : state.suggestions().pending().keySet()) {
      parts.suggestions().request(state, request);
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    long begin = System.nanoTime();
    RecordMetadata at =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("an input without coordinates"));
    Origin origin = new Origin(at.topic(), at.partition(), at.offset());
    long now = context.currentSystemTimeMs();
    parts.metrics().input(TunerMetrics.Input.RECEIVED);
    Started s = started();
    if (s.used().contain(origin)) {
      parts.metrics().input(TunerMetrics.Input.REPEATED);
      s.task().complaints().repeated(origin, s.used().next(origin.topic()), now);
      parts.lag().dealtWith(origin.topic(), origin.partition(), origin.offset());
      pace.dealtWith(context);
      return;
    }
    Optional<String> study = Optional.empty();
    try {
      study = Optional.of(InputCodec.study(record.key()));
      LogFields.study(study.get());
      handle(s, study.get(), record, origin, now);
    } catch (PoisonRecord poison) {
      s.task()
          .poison(record.key(), record.value(), headers(record), origin, poison.getMessage(), now)
          .commit();
    } catch (RuntimeException failure) {
      study.ifPresent(this::forget);
      throw failure;
    } finally {
      LogFields.none();
    }
    if (s.used().add(origin)) {
      s.commitSignal().run();
    }
    parts.metrics().decisionTime().record(Duration.ofNanos(System.nanoTime() - begin));
    parts.lag().dealtWith(origin.topic(), origin.partition(), origin.offset());
    pace.dealtWith(context);
  }

  /** Throws a PoisonRecord only before anything is changed. */
  private void handle(
      Started s, String study, Record<byte[], byte[]> record, Origin origin, long now) {
    if (misrouted.isMisrouted(record, origin)) {
      Outputs outputs = s.task().outputs();
      misrouted.forward(record, origin, outputs);
      outputs.forward(context, now);
      parts.metrics().input(TunerMetrics.Input.REROUTED);
      return;
    }
    if (record.value() == null) {
      tombstone(s, study, origin, now);
      return;
    }
    SpecificRecord decoded = parts.inputs().decode(origin.topic(), study, record.value());
    s.router().route(new Inbound(origin, study, decoded, record.value(), headers(record), now));
  }

  private static Headers headers(Record<byte[], byte[]> record) {
    return record.headers() == null ? new RecordHeaders() : record.headers();
  }

  /**
   * The tuner erases the record of a study it has erased. When the study was made anew at the same
   * moment, its record may lie before that tombstone: it is written again.
   */
  private void tombstone(Started s, String study, Origin origin, long now) {
    if (!origin.topic().equals(parts.topics().studies())) {
      throw new PoisonRecord("a record without a value means nothing here");
    }
    Optional<LiveStudy> live = s.task().shelf().find(study);
    if (live.isEmpty()) {
      return;
    }
    LOG.warn(
        "Study {} lives, but its record was erased at {}: it is written again; delete studies by"
            + " requesting the state DELETED",
        study,
        origin);
    StudyState state = live.get().state();
    Outputs outputs = s.task().outputs();
    outputs.add(
        Nodes.STUDIES_OUT,
        live.get().recordKey(),
        KnownStudies.wish(state, Definitions.write(state.spec()), Instant.ofEpochMilli(now)));
    outputs.forward(context, now);
  }

  private void forget(String study) {
    started.ifPresent(
        s -> {
          s.task().shelf().evict(study);
          s.task().leases().evict(study);
          s.task().meters().forget(study);
        });
  }

  private void tick() {
    Started s = started();
    long now = context.currentSystemTimeMs();
    wake(s);
    Outputs outputs = s.task().outputs();
    List<Leases.Check> checks = s.task().leases().due(now);
    for (Leases.Check due : checks) {
      outputs.add(
          Nodes.METRICS_OUT,
          due.study(),
          LeaseCheckCodec.toWire(due.study(), due.incarnation(), due.check(), now));
      parts.metrics().leaseChecked();
    }
    outputs.forward(context, now);
    boolean erased = s.erasing().tick(now, s.router());
    if (erased || !checks.isEmpty()) {
      // Nobody reads them before a commit, and no input may come that asks for one.
      pace.dealtWith(context);
    }
  }

  /** After a start, studies that nobody speaks of are read too, so that their leases run. */
  private static void wake(Started s) {
    for (int i = 0; i < WAKE_PER_TICK && !s.asleep().isEmpty(); i++) {
      String study = s.asleep().poll();
      if (!s.erasing().resume(study)
          && !s.task().leases().knows(study)
          && s.task().shelf().find(study).isEmpty()) {
        s.task().store().due().clear(study);
      }
    }
  }
}
