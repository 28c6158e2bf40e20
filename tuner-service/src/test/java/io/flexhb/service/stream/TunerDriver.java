package io.flexhb.service.stream;

import io.flexhb.avro.Command;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.ImportMeasurement;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialView;
import io.flexhb.avro.WorkRequest;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.StudyStore;
import io.flexhb.service.suggest.SuggestionRequests;
import io.flexhb.topics.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;

/** A tuner without a broker, with short methods to send it messages. */
final class TunerDriver implements AutoCloseable {

  static final UUID INCARNATION = UUID.fromString("00000000-0000-0000-0000-00000000000a");
  static final Topics TOPICS = Topics.defaults();

  /** The first byte of the keys of used offsets. */
  private static final byte USED_OFFSETS = 1;

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** A pool that never answers and remembers the requests. */
  static final class Asked implements SuggestionRequests {
    final List<String> requests = new ArrayList<>();

    @Override
    public void request(StudyState snapshot, long request) {
      requests.add(snapshot.spec().study() + "/" + request);
    }

    @Override
    public void forget(String study) {
      requests.removeIf(r -> r.startsWith(study + "/"));
    }
  }

  AvroCodec codec = newCodec();
  final FakeInputTopics inputTopics = new FakeInputTopics();
  final Asked asked = new Asked();
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final StudyTopology.Settings settings;
  private final TunerMetrics metrics;
  private final Path folder = temporaryFolder();
  private TopologyTestDriver driver;
  private Instant now = START;

  TunerDriver() {
    this(1, 1000);
  }

  TunerDriver(int partitions, int heapStudies) {
    this(settings(partitions, heapStudies, 1_000_000));
  }

  static StudyTopology.Settings settings(int partitions, int heapStudies, int maxRecordBytes) {
    return new StudyTopology.Settings(
        partitions, heapStudies, maxRecordBytes, Duration.ofMillis(10), Map.of());
  }

  TunerDriver(StudyTopology.Settings settings) {
    this(settings, Optional.empty());
  }

  /** A driver with other meters than {@link #meters}. */
  TunerDriver(TunerMetrics metrics) {
    this(settings(1, 1000, 1_000_000), Optional.of(metrics));
  }

  private TunerDriver(StudyTopology.Settings settings, Optional<TunerMetrics> metrics) {
    this.settings = settings;
    this.metrics = metrics.orElseGet(() -> new TunerMetrics(meters));
    try {
      start();
    } catch (RuntimeException | Error failed) {
      deleteFolder();
      throw failed;
    }
  }

  private void start() {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "tuner-test");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
    config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    driver =
        new TopologyTestDriver(
            StudyTopology.build(TOPICS, settings, codec, asked, metrics, inputTopics), config, now);
  }

  private static AvroCodec newCodec() {
    return AvroCodec.forValues(
        Map.of("schema.registry.url", "mock://tuner-driver-" + UUID.randomUUID()));
  }

  /** Each driver has its own: a test may run several. */
  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("tuner-driver");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void deleteFolder() {
    try {
      Utils.delete(folder.toFile());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * Restarts the tuner with the studies in its stores. The driver counts offsets from 0 again, so
   * the used offsets are omitted.
   */
  void restart() {
    restart(entries());
  }

  /** The same with everything in its stores, so its inputs are repeated from offset 0. */
  void restartAndRepeatItsInputs() {
    restart(allEntries());
  }

  private void restart(List<KeyValue<Bytes, byte[]>> entries) {
    driver.close();
    start();
    KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(StudyStore.NAME);
    entries.forEach(entry -> store.put(entry.key, entry.value));
  }

  /** Restarts the tuner with an empty registry. */
  void restartWithAnEmptyRegistry() {
    codec.close();
    codec = newCodec();
    restart();
  }

  /** Trials of a study in the store. */
  long storedTrials(String study) {
    String prefix = study + "\0t";
    return entries().stream()
        .filter(entry -> new String(entry.key.get(), StandardCharsets.UTF_8).startsWith(prefix))
        .count();
  }

  /** The entries of the store, except the used offsets. */
  List<KeyValue<Bytes, byte[]>> entries() {
    return allEntries().stream().filter(entry -> entry.key.get()[0] != USED_OFFSETS).toList();
  }

  private List<KeyValue<Bytes, byte[]>> allEntries() {
    KeyValueStore<Bytes, byte[]> content = driver.getKeyValueStore(StudyStore.NAME);
    List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = content.all()) {
      all.forEachRemaining(entries::add);
    }
    return entries;
  }

  @Override
  public void close() {
    try {
      driver.close();
    } finally {
      codec.close();
      deleteFolder();
    }
  }

  // Messages to the tuner

  void advance(Duration time) {
    now = now.plus(time);
    driver.advanceWallClockTime(time);
  }

  long nowMillis() {
    return now.toEpochMilli();
  }

  void send(String topic, String study, SpecificRecord record) {
    send(topic, study.getBytes(StandardCharsets.UTF_8), codec.encode(topic, record));
  }

  void send(String topic, byte[] key, byte[] value) {
    send(topic, key, value, new RecordHeaders());
  }

  void send(String topic, byte[] key, byte[] value, Headers headers) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
    input.pipeInput(new TestRecord<>(key, value, headers, now));
  }

  void apply(String study, UUID incarnation, RequestedState state, String definition) {
    send(TOPICS.studies(), study, new Study(study, incarnation, state, definition, Instant.EPOCH));
  }

  void apply(String study, String definition) {
    apply(study, INCARNATION, RequestedState.ACTIVE, definition);
  }

  void ask(String study, String worker, long sequence) {
    ask(study, INCARNATION, worker, sequence);
  }

  void ask(String study, UUID incarnation, String worker, long sequence) {
    send(
        TOPICS.workers(),
        study,
        new WorkRequest(study, incarnation, worker, 0, sequence, List.of(), null, Instant.EPOCH));
  }

  /** Sends an event of a grant's attempt. */
  void say(Command grant, TrialEventKind kind, String seen) {
    send(TOPICS.metrics(), grant.getStudy(), event(grant, kind, seen));
  }

  void started(Command grant) {
    say(grant, TrialEventKind.STARTED, grant.getId());
  }

  void heartbeat(Command grant, String seen) {
    say(grant, TrialEventKind.HEARTBEAT, seen);
  }

  void report(Command grant, long resource, double loss) {
    TrialEvent event = event(grant, TrialEventKind.METRICS, grant.getId());
    event.setResource(resource);
    event.setValues(Map.of("loss", new MetricValue(MetricStatus.FINITE, loss)));
    event.setCheckpoint(
        new io.flexhb.avro.Checkpoint(resource, "s3://" + grant.getTrial() + "/" + resource));
    send(TOPICS.metrics(), grant.getStudy(), event);
  }

  void ended(Command grant, EndReason reason) {
    TrialEvent event = event(grant, TrialEventKind.ENDED, grant.getId());
    event.setEndReason(reason);
    send(TOPICS.metrics(), grant.getStudy(), event);
  }

  static TrialEvent event(Command grant, TrialEventKind kind, String seen) {
    return TrialEvent.newBuilder()
        .setStudy(grant.getStudy())
        .setIncarnation(grant.getIncarnation())
        .setTrial(grant.getTrial())
        .setAttempt(grant.getAttempt())
        .setWorker(grant.getWorker())
        .setSlot(grant.getSlot())
        .setCommandSeen(seen)
        .setKind(kind)
        .setValues(Map.of())
        .build();
  }

  void enqueue(String study, UUID incarnation, double... rates) {
    List<io.flexhb.avro.Configuration> candidates = new ArrayList<>();
    for (double rate : rates) {
      candidates.add(new io.flexhb.avro.Configuration(Map.of("lr", rate), Map.of()));
    }
    send(
        TOPICS.suggestions(),
        study,
        SuggestionResult.newBuilder()
            .setStudy(study)
            .setIncarnation(incarnation)
            .setSource(SuggestionSource.ENQUEUED)
            .setCandidates(candidates)
            .setRows(List.of())
            .build());
  }

  /** A sampler's answer. */
  void suggest(String study, long request, double rate) {
    send(
        TOPICS.suggestions(),
        study,
        SuggestionResult.newBuilder()
            .setStudy(study)
            .setIncarnation(INCARNATION)
            .setSource(SuggestionSource.SAMPLER)
            .setRequest(request)
            .setCandidates(List.of(new io.flexhb.avro.Configuration(Map.of("lr", rate), Map.of())))
            .setRows(List.of())
            .build());
  }

  /** A batch of an import: row number, learning rate and loss at resource 1, in turn. */
  void importRows(String study, UUID incarnation, String importId, double... rows) {
    List<io.flexhb.avro.ImportRow> all = new ArrayList<>();
    for (int i = 0; i < rows.length; i += 3) {
      MetricValue loss =
          Double.isFinite(rows[i + 2])
              ? new MetricValue(MetricStatus.FINITE, rows[i + 2])
              : new MetricValue(MetricStatus.NAN, null);
      all.add(
          new io.flexhb.avro.ImportRow(
              (int) rows[i],
              new io.flexhb.avro.Configuration(Map.of("lr", rows[i + 1]), Map.of()),
              List.of(new ImportMeasurement(1L, Map.of("loss", loss)))));
    }
    send(
        TOPICS.suggestions(),
        study,
        SuggestionResult.newBuilder()
            .setStudy(study)
            .setIncarnation(incarnation)
            .setSource(SuggestionSource.IMPORTED)
            .setImportId(importId)
            .setRows(all)
            .setCandidates(List.of())
            .build());
  }

  // Messages from the tuner

  List<Command> commands() {
    return read(TOPICS.commands(), Command.class);
  }

  Command command() {
    List<Command> commands = commands();
    if (commands.size() != 1) {
      throw new AssertionError("expected one command, were " + commands);
    }
    return commands.get(0);
  }

  /** Kind and addressee, or trial, of each command since the last call. */
  List<String> said() {
    return commands().stream().map(TunerDriver::show).toList();
  }

  static String show(Command command) {
    String about =
        command.getTrial() < 0 ? "" : " " + command.getTrial() + "/" + command.getAttempt();
    String range =
        command.getUntilResource() > 0
            ? " " + command.getFromResource() + ".." + command.getUntilResource()
            : "";
    return command.getKind() + about + range + " " + command.getWorker();
  }

  List<JournalEntry> journal() {
    return read(TOPICS.decisions(), JournalEntry.class);
  }

  List<TrialView> views() {
    return read(TOPICS.trials(), TrialView.class);
  }

  <T extends SpecificRecord> List<T> read(String topic, Class<T> type) {
    return raw(topic).stream().map(r -> codec.decode(topic, r.value(), type)).toList();
  }

  List<TestRecord<byte[], byte[]>> raw(String topic) {
    TestOutputTopic<byte[], byte[]> output =
        driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    return output.readRecordsToList();
  }

  static String key(TestRecord<byte[], byte[]> record) {
    return new String(record.key(), StandardCharsets.UTF_8);
  }

  static Optional<String> header(TestRecord<byte[], byte[]> record, String name) {
    return Optional.ofNullable(record.headers().lastHeader(name))
        .map(h -> new String(h.value(), StandardCharsets.UTF_8));
  }

  double counted(String meter, String... tags) {
    return meters.get(meter).tags(tags).counter().count();
  }
}
