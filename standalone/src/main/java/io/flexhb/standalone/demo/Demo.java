package io.flexhb.standalone.demo;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.JournalReason;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.client.journal.StudyReplica;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.emitter.TrialClient;
import io.flexhb.emitter.TrialClientConfig;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.TunerService;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.broker.BrokerConfig;
import io.flexhb.standalone.broker.EmbeddedBroker;
import io.flexhb.standalone.demo.mlp.DigitsData;
import io.flexhb.standalone.demo.mlp.MlpHyperparameters;
import io.flexhb.standalone.system.TemporaryFolder;
import io.flexhb.standalone.view.Screen;
import io.flexhb.topics.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Broker, tuner and trainers in this JVM, tuning a real model. The parts communicate through Kafka
 * as in any installation; only the schema registry is in memory.
 */
public final class Demo implements AutoCloseable {

  /** Why the tuning ended before the study did. */
  public static final class DemoFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DemoFailedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private static final String REGISTRY = "mock://flexhb-demo";
  private static final int PARTITIONS = 2;

  /** Disk space for broker, tuner and checkpoints; the built-in study takes some 40 MB. */
  private static final long FOLDER_BYTES = 64L << 20;

  private static final Duration PART_CLOSES_WITHIN = Duration.ofSeconds(1);

  private final StudySpec spec;
  private final String definition;
  private final int workers;
  private final Optional<Integer> httpPort;
  private final TemporaryFolder folder = TemporaryFolder.create("flexhb-demo", FOLDER_BYTES);
  private final DemoView view;
  private final LongAdder epochs = new LongAdder();
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final List<JournalEntry> journal = new ArrayList<>();

  /**
   * @param spec the study, over the hyperparameters of {@link MlpHyperparameters}
   * @param definition the same as JSON
   * @param workers number of trainers, each a Kafka client on its own thread
   * @param httpPort where the meters of tuner and trainers can be scraped; 0 = any free port, empty
   *     = nowhere
   */
  public Demo(
      StudySpec spec, String definition, int workers, Optional<Integer> httpPort, Screen screen) {
    this.spec = spec;
    this.definition = definition;
    this.workers = workers;
    this.httpPort = httpPort;
    this.view = new DemoView(screen, workers);
  }

  /**
   * Runs the study to its end.
   *
   * @throws DemoFailedException when a part fails
   */
  public DemoRun run() {
    long begin = System.nanoTime();
    view.say("starting a Kafka broker, the tuner and " + workers + " workers in this process ...");
    DigitsData data = DigitsData.load();
    EmbeddedBroker broker =
        part(EmbeddedBroker.start(BrokerConfig.in(folder.path().resolve("broker"))));
    sayStep(begin, "the broker answers; the tuner starts");
    TunerService tuner = part(TunerService.start(tunerConfig(broker)));
    tuner.http().ifPresent(url -> view.say("meters at " + url + "/metrics"));
    sayStep(begin, "the tuner runs; the study begins");
    AvroCodec codec = part(AvroCodec.forValues(Map.of("schema.registry.url", REGISTRY)));
    long start = System.nanoTime();
    apply(broker, codec);
    List<CompletableFuture<Void>> trainers =
        startTrainers(broker, data, tuner.metrics().registry());
    StudyState end = follow(broker, codec, trainers, tuner, start);
    double seconds = secondsSince(start);
    awaitTrainers(trainers);
    double defaultError =
        DigitsTrainer.errorOf(MlpHyperparameters.DEFAULT, data, spec.ladder().maxResource());
    return new DemoRun(
        DemoResult.of(end, epochs.sum(), seconds), end, defaultError, List.copyOf(journal));
  }

  private void sayStep(long begin, String step) {
    view.say(String.format(Locale.ROOT, "  after %.1f s %s ...", secondsSince(begin), step));
  }

  private TunerConfig tunerConfig(EmbeddedBroker broker) {
    return TunerConfig.of(
        Map.of(
            "bootstrap.servers", broker.bootstrapServers(),
            "schema.registry.url", REGISTRY,
            "flexhb.topic.partitions", Integer.toString(PARTITIONS),
            "flexhb.http.port", httpPort.map(port -> Integer.toString(port)).orElse(""),
            "flexhb.state.dir", folder.path().resolve("tuner").toString()),
        Map.of());
  }

  private void apply(EmbeddedBroker broker, AvroCodec codec) {
    Study study =
        new Study(
            spec.study(), UUID.randomUUID(), RequestedState.ACTIVE, definition, Instant.now());
    String topic = Topics.defaults().studies();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  topic, spec.study().getBytes(StandardCharsets.UTF_8), codec.encode(topic, study)))
          .get();
    } catch (ExecutionException failed) {
      throw new DemoFailedException("the study could not be sent", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new DemoFailedException("interrupted", interrupted);
    }
  }

  private List<CompletableFuture<Void>> startTrainers(
      EmbeddedBroker broker, DigitsData data, MeterRegistry meters) {
    Path checkpoints = createFolder(folder.path().resolve("checkpoints"));
    List<CompletableFuture<Void>> trainers = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      TrialClient client =
          part(
              TrialClient.connect(
                  TrialClientConfig.builder(broker.bootstrapServers(), REGISTRY)
                      .workerId("worker-" + i)
                      .closeTimeout(PART_CLOSES_WITHIN)
                      .build(),
                  meters));
      CompletableFuture<Void> done = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try (var slot = client.slot(spec.study())) {
                  slot.run(new DigitsTrainer(data, checkpoints, epochs));
                  done.complete(null);
                } catch (RuntimeException | Error failed) {
                  done.completeExceptionally(failed);
                }
              },
              "trainer-" + i);
      thread.setDaemon(true);
      thread.start();
      trainers.add(done);
    }
    return trainers;
  }

  /** Follows the journal until the study is over, and shows the progress. */
  private StudyState follow(
      EmbeddedBroker broker,
      AvroCodec codec,
      List<CompletableFuture<Void>> trainers,
      TunerService tuner,
      long start) {
    StudyReplica replica = new StudyReplica();
    try (JournalFollower follower =
        new JournalFollower(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "isolation.level",
                "read_committed"),
            Topics.defaults().decisions(),
            codec)) {
      while (replica.state().isEmpty() || !replica.state().get().status().isOver()) {
        List<JournalReason> reasons = new ArrayList<>();
        follower.poll(
            entry -> {
              journal.add(entry);
              replica.accept(entry);
              reasons.addAll(entry.getReasons());
            });
        view.show(
            new DemoProgress(
                replica.state(),
                reasons,
                epochs.sum(),
                epochs.sum() + journal.size(),
                secondsSince(start)));
        failIfPaused(replica);
        failIfDead(trainers, tuner);
      }
    }
    return replica.state().get();
  }

  /** The study paused itself because its trials fail; in a demo nobody would resume it. */
  private static void failIfPaused(StudyReplica replica) {
    replica
        .state()
        .filter(state -> state.status() == StudyStatus.PAUSED)
        .ifPresent(
            state -> {
              throw new DemoFailedException(
                  "study " + state.spec().study() + " is paused: " + state.statusReason(), null);
            });
  }

  private static void failIfDead(List<CompletableFuture<Void>> trainers, TunerService tuner) {
    tuner
        .failure()
        .ifPresent(
            cause -> {
              throw new DemoFailedException("the tuner failed: " + cause.getMessage(), cause);
            });
    for (CompletableFuture<Void> trainer : trainers) {
      if (trainer.isCompletedExceptionally()) {
        awaitTrainers(List.of(trainer));
      }
    }
  }

  private static void awaitTrainers(List<CompletableFuture<Void>> trainers) {
    try {
      CompletableFuture.allOf(trainers.toArray(CompletableFuture[]::new)).get();
    } catch (ExecutionException failed) {
      throw new DemoFailedException(
          "a trainer failed: " + failed.getCause().getMessage(), failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new DemoFailedException("interrupted", interrupted);
    }
  }

  private <T extends AutoCloseable> T part(T part) {
    synchronized (parts) {
      parts.push(part);
    }
    return part;
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static Path createFolder(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Stops all parts, the newest first, and deletes the folder. May be called during {@link #run}.
   */
  @Override
  public void close() {
    AutoCloseable part = poll();
    while (part != null) {
      try {
        part.close();
      } catch (Exception late) {
        // The other parts must still be closed; the rest of this one ends with the process.
        Thread.currentThread().getThreadGroup().uncaughtException(Thread.currentThread(), late);
      }
      part = poll();
    }
    folder.close();
    if (Files.exists(folder.path())) {
      view.say("could not delete " + folder.path());
    }
  }

  private AutoCloseable poll() {
    synchronized (parts) {
      return parts.poll();
    }
  }
}
