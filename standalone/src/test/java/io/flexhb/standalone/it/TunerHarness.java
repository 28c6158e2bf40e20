package io.flexhb.standalone.it;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.emitter.TrialClient;
import io.flexhb.emitter.TrialClientConfig;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.TunerService;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.broker.KafkaForTests;
import io.flexhb.standalone.system.TemporaryFolder;
import io.flexhb.topics.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * One installation with topics of its own: broker, registry, and whatever tuners and workers a test
 * starts. The names of tuners are those in their group, each with a state directory of its own.
 */
public final class TunerHarness implements AutoCloseable {

  private static final int PARTITIONS = 2;
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final KafkaForTests broker;
  private final RegistryForTests registry;
  private final Map<String, String> settings;
  private final Topics topics;
  private final TemporaryFolder folder = TemporaryFolder.create("flexhb-it");
  private final AvroCodec codec;
  private final CommittedTopics committed;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicInteger workers = new AtomicInteger();

  private TunerHarness(
      KafkaForTests broker, RegistryForTests registry, String prefix, Map<String, String> extra) {
    this.broker = broker;
    this.registry = registry;
    this.topics = Topics.withPrefix(prefix);
    Map<String, String> own = new HashMap<>();
    own.put("bootstrap.servers", broker.bootstrapServers());
    own.put("schema.registry.url", registry.url());
    own.put("topic.prefix", prefix);
    own.put("flexhb.application.id", prefix + "tuner");
    own.put("flexhb.topic.partitions", Integer.toString(PARTITIONS));
    own.putAll(extra);
    this.settings = Map.copyOf(own);
    this.codec =
        AvroCodec.forValues(Map.of("schema.registry.url", settings.get("schema.registry.url")));
    this.committed = new CommittedTopics(broker.bootstrapServers(), topics, codec);
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 0),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** On the broker that all tests share. */
  public static TunerHarness onSharedBroker() {
    return on(BrokerForTests.shared(), Map.of());
  }

  /**
   * On a broker of the test's own, which it closes itself, later.
   *
   * @param extra settings of all tuners, which win
   */
  public static TunerHarness on(KafkaForTests broker, Map<String, String> extra) {
    return new TunerHarness(broker, RegistryForTests.start(), broker.uniqueName("it") + ".", extra);
  }

  /**
   * On the data of an installation that an earlier build has left.
   *
   * @param registry closed by the harness
   * @param extra settings of all tuners, which win
   */
  static TunerHarness of(
      KafkaForTests broker, RegistryForTests registry, String prefix, Map<String, String> extra) {
    return new TunerHarness(broker, registry, prefix, extra);
  }

  /** The settings of the tuner of that name. */
  public TunerConfig config(String tuner) {
    return TunerConfig.of(settings(tuner), Map.of());
  }

  /** The same as text. */
  public Map<String, String> settings(String tuner) {
    Map<String, String> named = new HashMap<>(settings);
    named.put("flexhb.instance.id", tuner);
    named.put("flexhb.state.dir", stateFolder(tuner).toString());
    return named;
  }

  /** Where the tuner of that name keeps its stores. */
  public Path stateFolder(String tuner) {
    return folder.path().resolve("state-" + tuner);
  }

  /** Deletes the stores of a tuner that is not running. */
  public void wipeState(String tuner) {
    try {
      Utils.delete(stateFolder(tuner).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A tuner in this JVM that decides; close it. */
  public TunerService startTuner(String tuner) {
    return Tuners.awaitRunning(
        TunerService.start(config(tuner), new TunerMetrics(new SimpleMeterRegistry())));
  }

  /** Returns once a tuner has made the topics, so that others can read and write them. */
  public void awaitTopics() {
    try (Admin admin = broker.admin()) {
      Await.until(
          () -> "the topics of " + settings.get("topic.prefix") + " are not made",
          () -> {
            try {
              return admin.listTopics().names().get().containsAll(topics.all());
            } catch (InterruptedException | ExecutionException trouble) {
              throw new AssertionError(trouble);
            }
          });
    }
  }

  /** A tuner in a JVM of its own, which a test can kill; it may not decide yet. */
  public TunerProcess startTunerProcess(String tuner) {
    return startTunerProcess(tuner, Map.of());
  }

  /**
   * The same with more settings.
   *
   * @param options of {@code flexhb tuner}
   */
  public TunerProcess startTunerProcess(
      String tuner, Map<String, String> extra, String... options) {
    Path temporary = temporaryFolder(tuner);
    try {
      Files.createDirectories(temporary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> all = settings(tuner);
    all.putAll(extra);
    return TunerProcess.start(
        all, folder.path().resolve(tuner + ".properties"), temporary, options);
  }

  /** The temporary folder of the processes of that name. */
  public Path temporaryFolder(String tuner) {
    return folder.path().resolve("tmp-" + tuner);
  }

  /** Wants the study to be; returns once the wish is written. */
  public void apply(ToyStudy study) {
    wish(study, RequestedState.ACTIVE);
  }

  /** Wants the study to be in that state. */
  public void wish(ToyStudy study, RequestedState state) {
    send(
        topics.studies(),
        study.name(),
        new Study(study.name(), study.incarnation(), state, study.definition(), Instant.now()));
  }

  /** Writes any record of any sender; returns where it lies. */
  public RecordMetadata send(String topic, String study, SpecificRecord record) {
    return write(new ProducerRecord<>(topic, utf8(study), codec.encode(topic, record)));
  }

  /** The same to the partition of a sender that hashes keys in its own way. */
  public RecordMetadata send(String topic, int partition, String study, SpecificRecord record) {
    return write(new ProducerRecord<>(topic, partition, utf8(study), codec.encode(topic, record)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private RecordMetadata write(ProducerRecord<byte[], byte[]> record) {
    try {
      return producer.send(record).get();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    } catch (ExecutionException failed) {
      throw new AssertionError("could not write to " + record.topic(), failed.getCause());
    }
  }

  /** A client of the emitter, under a name of its own. */
  public TrialClient connectWorker() {
    return connectWorker("worker-" + workers.getAndIncrement());
  }

  /** A client of the emitter. */
  public TrialClient connectWorker(String name) {
    return TrialClient.connect(workerConfig(name));
  }

  /** What a worker of that name needs to connect. */
  public TrialClientConfig workerConfig(String name) {
    return TrialClientConfig.builder(
            settings.get("bootstrap.servers"), settings.get("schema.registry.url"))
        .topics(topics)
        .workerId(name)
        .closeTimeout(CLOSE)
        .build();
  }

  /**
   * Workers that train the study from now on; close them.
   *
   * @param pace how long an epoch takes
   */
  public ToyWorkers startWorkers(ToyStudy study, int number, Duration pace) {
    return ToyWorkers.start(study.name(), number, pace, this::connectWorker);
  }

  /** The journal of a study from its beginning; close it. */
  public JournalTail journal(ToyStudy study) {
    return new JournalTail(committed, topics.decisions(), study);
  }

  /** Where the schemas are. */
  public RegistryForTests registry() {
    return registry;
  }

  public KafkaForTests broker() {
    return broker;
  }

  public Topics topics() {
    return topics;
  }

  /** Reads and writes records as all parts of the installation do; not to be closed. */
  public AvroCodec codec() {
    return codec;
  }

  /** What is in the topics. */
  public CommittedTopics committed() {
    return committed;
  }

  @Override
  public void close() {
    producer.close(CLOSE);
    codec.close();
    registry.close();
    folder.close();
  }
}
