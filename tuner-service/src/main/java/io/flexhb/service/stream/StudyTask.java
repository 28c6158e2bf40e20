package io.flexhb.service.stream;

import io.flexhb.codec.LeaseCheckCodec;
import io.flexhb.codec.Origin;
import io.flexhb.codec.PoisonRecord;
import io.flexhb.codec.StudyRecordCodec;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.service.metrics.StudyMeters;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.StudyStore;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stream task between {@code init} and {@code close}: passes records to the studies of its
 * partition. Owned by the stream thread.
 */
final class StudyTask {

  private static final Logger LOG = LoggerFactory.getLogger(StudyTask.class);

  /** Number of studies without input that each tick after a start reads from the store. */
  private static final int READ_PER_TICK = 20;

  private final StudyTopology.Parts parts;
  private final ProcessorContext<byte[], byte[]> context;
  private final MisroutedRecords misrouted;
  private final StudyStore store;
  private final StudyCache cache;
  private final Leases leases;
  private final StudyMeters meters;
  private final StudyEraser erasing;
  private final DecisionEncoder encoder;
  private final StudyHandler handler;
  private final OutcomeApplier applier;
  private final Deque<String> unread = new ArrayDeque<>();

  /** Reads what it needs from the store of the context. */
  StudyTask(
      StudyTopology.Parts parts,
      ProcessorContext<byte[], byte[]> context,
      StudyStore store,
      MisroutedRecords misrouted,
      RejectionLog log) {
    this.parts = parts;
    this.context = context;
    this.misrouted = misrouted;
    this.store = store;
    this.leases = new Leases(store.due());
    this.meters = parts.metrics().studies();
    this.cache = new StudyCache(store.studies(), parts.heapStudies(), live -> loaded(live.state()));
    this.erasing = new StudyEraser(store, cache, parts.suggestions(), parts.topics().studies());
    this.encoder = new DecisionEncoder(parts.encoding(), store.studies());
    this.handler = new StudyHandler(cache, store.erased(), leases, encoder);
    this.applier =
        new OutcomeApplier(
            (outputs, now) -> outputs.forward(context, now),
            store.erased(),
            cache,
            leases,
            erasing,
            parts.suggestions(),
            parts.metrics(),
            meters,
            log);
    store.due().all().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry::getKey))
        .forEach(entry -> unread.add(entry.getKey()));
  }

  /** A study was read from the store: its leases start, unless they already run. */
  private void loaded(StudyState state) {
    parts.metrics().studyLoaded();
    meters.loaded(state);
    if (!leases.knows(state.spec().study()) && !state.status().isOver()) {
      leases.startAll(state, context.currentSystemTimeMs());
    }
    for (long request : state.suggestions().pending().keySet()) {
      parts.suggestions().request(state, request);
    }
  }

  /** Removes the meters of its studies. */
  void close() {
    meters.close();
  }

  /** Drops the study from the heap; it is read from the store again when next needed. */
  void forget(String study) {
    cache.evict(study);
    leases.evict(study);
    meters.forget(study);
  }

  /**
   * Passes an input record to its study.
   *
   * @throws PoisonRecord when it cannot be used; nothing has changed then
   */
  void handle(String study, Record<byte[], byte[]> record, Origin origin, long now) {
    if (misrouted.isMisrouted(record, origin)) {
      Outputs outputs = outputs();
      misrouted.forward(record, origin, outputs);
      outputs.forward(context, now);
      parts.metrics().input(TunerMetrics.Input.REROUTED);
      return;
    }
    if (record.value() == null) {
      tombstone(study, origin, now);
      return;
    }
    handle(study, origin, record.value(), headers(record), now);
  }

  private void handle(String study, Origin origin, byte[] value, Headers headers, long now) {
    SpecificRecord decoded = parts.inputs().decode(origin.topic(), study, value);
    DecodedInput in = new DecodedInput(origin, study, decoded, value, headers, now);
    handler.handle(in).accept(applier, in);
  }

  /** Sends a record that cannot be used to the DLQ. */
  void deadLetter(Record<byte[], byte[]> record, Origin origin, PoisonRecord poison, long now) {
    applier.send(
        encoder.deadLetter(
            record.key(), record.value(), headers(record), origin, poison.getMessage(), now),
        now);
  }

  private static Headers headers(Record<byte[], byte[]> record) {
    return record.headers() == null ? new RecordHeaders() : record.headers();
  }

  private Outputs outputs() {
    return new Outputs(parts.encoding());
  }

  /**
   * The tuner also erases the study record of an erased study. If the study was recreated at the
   * same moment, its new record may precede that tombstone; then it is written again.
   */
  private void tombstone(String study, Origin origin, long now) {
    if (!origin.topic().equals(parts.topics().studies())) {
      throw new PoisonRecord("a record without a value has no meaning here");
    }
    Optional<LiveStudy> live = cache.find(study);
    if (live.isEmpty()) {
      return;
    }
    LOG.warn(
        "Study {} exists, but its record was erased at {}; it is written again. To delete a"
            + " study, request the state DELETED",
        study,
        origin);
    Outputs outputs = outputs();
    outputs.add(
        Nodes.STUDIES_OUT,
        live.get().recordKey(),
        StudyRecordCodec.toWire(live.get().state(), Instant.ofEpochMilli(now)));
    outputs.forward(context, now);
  }

  /** Does the work that is due by time; returns whether any of it needs a commit. */
  boolean tick(long now) {
    readUnread();
    Outputs outputs = outputs();
    List<Leases.Check> checks = leases.due(now);
    for (Leases.Check due : checks) {
      outputs.add(
          Nodes.METRICS_OUT,
          due.study(),
          LeaseCheckCodec.toWire(due.study(), due.incarnation(), due.check(), now));
      parts.metrics().leaseChecked();
    }
    StudyEraser.Step step = erasing.tick(outputs);
    outputs.forward(context, now);
    step.released().forEach(released -> handle(released, now));
    return step.erased() || !checks.isEmpty();
  }

  /** Handles the record as it was held back. The registry may have lost its schema since. */
  private void handle(StudyEraser.Released released, long now) {
    String study = released.study();
    byte[] value = released.record().value();
    Origin origin = released.record().origin();
    try {
      handle(study, origin, value, new RecordHeaders(), now);
    } catch (PoisonRecord lost) {
      byte[] key = Outputs.utf8(study);
      applier.send(
          encoder.deadLetter(key, value, new RecordHeaders(), origin, lost.getMessage(), now), now);
    }
  }

  /** After a start, reads studies without input too, so that their leases run. */
  private void readUnread() {
    for (int i = 0; i < READ_PER_TICK && !unread.isEmpty(); i++) {
      String study = unread.poll();
      if (!erasing.resume(study) && !leases.knows(study) && cache.find(study).isEmpty()) {
        store.due().clear(study);
      }
    }
  }
}
