package io.flexhb.service;

import io.flexhb.registry.AvroCodec;
import io.flexhb.service.admin.Rights;
import io.flexhb.service.admin.RightsCheck;
import io.flexhb.service.admin.Role;
import io.flexhb.service.admin.TopicsAdmin;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.InvalidConfigException;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.service.http.HttpEndpoint;
import io.flexhb.service.installation.ClusterState;
import io.flexhb.service.installation.InputTopicWatch;
import io.flexhb.service.installation.InstallationTopic;
import io.flexhb.service.installation.KafkaInputTopics;
import io.flexhb.service.installation.Ownership;
import io.flexhb.service.metrics.ProcessMeters;
import io.flexhb.service.metrics.ScrapedRegistry;
import io.flexhb.service.metrics.StoreRestores;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.Lz4Library;
import io.flexhb.service.store.RocksDbLibrary;
import io.flexhb.service.stream.StudyTopology;
import io.flexhb.service.suggest.KafkaSuggestionSink;
import io.flexhb.service.suggest.SuggestionPool;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running tuner. {@link #start} starts one and {@link #close} stops it; it may also stop by
 * itself, which {@link #awaitStop} reports. Thread-safe.
 */
public final class TunerService implements AutoCloseable {

  /** The tuner's state. */
  public enum State {
    /** Joins its group, restores its stores, or replaces a failed thread. */
    STARTING,
    /** Decides. */
    RUNNING,
    /** Stopped, by {@link #close} or {@link #drain}. */
    STOPPED,
    /** Stopped by itself, see {@link #failure}. */
    FAILED
  }

  private static final Logger LOG = LoggerFactory.getLogger(TunerService.class);

  private final TunerConfig config;
  private final TunerMetrics metrics;
  private final RestartBackoff restarts = new RestartBackoff();
  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final AtomicReference<TunerException> failure = new AtomicReference<>();
  private final AtomicReference<String> lastFailure = new AtomicReference<>();
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final StoreRestores restores;
  private Optional<HttpEndpoint> http = Optional.empty();

  /** Null while topics and schemas are prepared; HTTP requests may read it meanwhile. */
  private volatile KafkaStreams streams;

  private TunerService(TunerConfig config, TunerMetrics metrics) {
    this.config = config;
    this.metrics = metrics;
    this.restores = new StoreRestores(metrics.registry());
    metrics.ready(() -> state() == State.RUNNING);
  }

  /**
   * Creates or checks the topics, registers the schemas and starts the stream threads. Returns
   * before the tuner has joined its group, see {@link #awaitRunning}.
   *
   * @throws InvalidConfigException when Kafka's clients reject their settings
   * @throws TunerException when broker, registry, topics or state directory prevent the start;
   *     nothing is left running
   */
  public static TunerService start(TunerConfig config, TunerMetrics metrics) {
    TunerService service = new TunerService(config, metrics);
    try {
      service.begin();
      return service;
    } catch (RuntimeException failed) {
      if (service.streams != null) {
        service.streams.close(config.millis(Setting.SHUTDOWN_TIMEOUT_MS));
      }
      service.release();
      throw explained(failed, config);
    }
  }

  /**
   * {@link #start(TunerConfig, TunerMetrics)} with meters of its own: they can be scraped when the
   * tuner has a port, and are not read otherwise.
   */
  public static TunerService start(TunerConfig config) {
    return start(
        config,
        config.text(Setting.HTTP_PORT).isEmpty()
            ? TunerMetrics.unread()
            : new TunerMetrics(ScrapedRegistry.create(), config.whole(Setting.METRICS_STUDIES)));
  }

  private void begin() {
    LOG.info("Settings: {}", config);
    // First, so that the start itself can be watched.
    http = TunerPages.open(this, config);
    http.ifPresent(this::own);
    // Before any Kafka client does.
    Lz4Library.load(Path.of(config.text(Setting.STATE_DIR)));
    ClientSettings clients = new ClientSettings(config);
    prepareTopics(config);
    AvroCodec codec = own(AvroCodec.forValues(clients.registry()));
    OutputSchemas.prepare(codec, config.topics(), config.millis(Setting.CONNECT_TIMEOUT_MS));
    KafkaInputTopics inputs = requireInputTopics(clients, codec);
    KafkaSuggestionSink sink =
        own(
            new KafkaSuggestionSink(
                new KafkaProducer<>(
                    clients.producer(), new ByteArraySerializer(), new ByteArraySerializer()),
                codec,
                config.topics().suggestions(),
                metrics));
    SuggestionPool pool =
        own(SuggestionPool.start(config.whole(Setting.SUGGESTION_THREADS), sink, metrics));
    StudyTopology.Settings settings =
        new StudyTopology.Settings(
            config.whole(Setting.TOPIC_PARTITIONS),
            config.whole(Setting.HEAP_STUDIES),
            config.whole(Setting.RECORD_MAX_BYTES),
            config.millis(Setting.COMMIT_INTERVAL_MS),
            clients.changelog());
    Properties properties = clients.streams();
    ProcessIdentity.write(config);
    RocksDbLibrary.load(Path.of(config.text(Setting.STATE_DIR)));
    streams =
        new KafkaStreams(
            StudyTopology.build(config.topics(), settings, codec, pool, metrics, inputs),
            properties);
    streams.setUncaughtExceptionHandler(this::onFailure);
    streams.setStateListener((now, before) -> onState(now));
    streams.setGlobalStateRestoreListener(restores);
    if (!metrics.areUnread()) {
      own(ProcessMeters.bind(metrics.registry(), streams));
    }
    streams.start();
    own(InputTopicWatch.start(inputs, this::onChangedTopic));
  }

  /** Requires that the topics belong to this application and to its state. */
  private KafkaInputTopics requireInputTopics(ClientSettings clients, AvroCodec codec) {
    Admin admin = own(Admin.create(clients.admin()));
    ClusterState cluster = new ClusterState(admin, config.millis(Setting.CONNECT_TIMEOUT_MS));
    return new KafkaInputTopics(
        new Ownership(config, new InstallationTopic(config, codec), cluster).require(), cluster);
  }

  /**
   * Creates missing topics if the settings say so, and checks all topics.
   *
   * @throws TunerException when the topics are not as the tuner needs them
   */
  public static void prepareTopics(TunerConfig config) {
    ClientSettings clients = new ClientSettings(config);
    try (Admin admin = Admin.create(clients.admin())) {
      TopicsAdmin topics = topicsAdmin(config, admin);
      if (config.flag(Setting.TOPIC_CREATE)) {
        List<String> made = topics.create();
        if (!made.isEmpty()) {
          LOG.info("Created the topics {}", made);
        }
      }
      topics.check();
      List<String> writersTime = topics.withWritersTime();
      if (!writersTime.isEmpty()) {
        LOG.warn(
            "Records of the topics {} carry their writer's timestamp, so the broker rejects"
                + " those of a worker whose clock is an hour ahead; 'flexhb topics apply' fixes that",
            writersTime);
      }
      rights(config, admin)
          .require(
              "the tuner",
              Rights.of(Role.TUNER, config.topics(), config.text(Setting.APPLICATION_ID)).stream()
                  .filter(right -> right.operation() != AclOperation.DESCRIBE_CONFIGS)
                  .toList());
    }
  }

  /**
   * Checks the rights of a client with these settings.
   *
   * @param admin not owned
   */
  public static RightsCheck rights(TunerConfig config, Admin admin) {
    return new RightsCheck(
        admin,
        config.withSource(Setting.BOOTSTRAP_SERVERS),
        config.millis(Setting.CONNECT_TIMEOUT_MS));
  }

  /**
   * Creates or checks the topics of an installation.
   *
   * @param admin not owned
   */
  public static TopicsAdmin topicsAdmin(TunerConfig config, Admin admin) {
    return new TopicsAdmin(
        admin,
        config.withSource(Setting.BOOTSTRAP_SERVERS),
        config.topics(),
        new TopicsAdmin.Sizes(
            config.whole(Setting.TOPIC_PARTITIONS),
            config.whole(Setting.TOPIC_REPLICATION),
            new ClientSettings(config).messageBytes()),
        config.millis(Setting.CONNECT_TIMEOUT_MS));
  }

  private <T extends AutoCloseable> T own(T part) {
    owned.push(part);
    return part;
  }

  private StreamThreadExceptionResponse onFailure(Throwable thrown) {
    Optional<String> fatal = Failures.fatal(thrown).or(() -> duplicateName(thrown));
    String message =
        fatal.orElseGet(() -> Failures.temporary(thrown, config.text(Setting.STATE_DIR)));
    lastFailure.set(message);
    if (fatal.isPresent()) {
      failure.compareAndSet(null, new TunerException(fatal.get(), thrown));
      LOG.error("The tuner stops: {}", fatal.get());
      LOG.debug("What failed", thrown);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    metrics.threadReplaced();
    LOG.warn("A stream thread failed and is replaced; nothing is lost or skipped: {}", message);
    LOG.debug("What failed", thrown);
    restarts.pause();
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  /** The message when another process under the same name fenced this tuner; empty otherwise. */
  private Optional<String> duplicateName(Throwable thrown) {
    Optional<String> name = NameCheck.memberName(Thread.currentThread(), config.instanceId());
    if (!Failures.isFenced(thrown) || name.isEmpty()) {
      return Optional.empty();
    }
    LOG.warn(
        "The group {} has another member in place of {}; checking whether that member is alive,"
            + " because a broker that was killed may remember an earlier one",
        config.text(Setting.APPLICATION_ID),
        name.get());
    return NameCheck.in(config, restarts::pause).findLiveHolder(name.get());
  }

  private void onChangedTopic(TunerException change) {
    lastFailure.set(change.getMessage());
    failure.compareAndSet(null, change);
    LOG.error("The tuner stops: {}", change.getMessage());
    restarts.stop();
    streams.close(config.millis(Setting.SHUTDOWN_TIMEOUT_MS));
  }

  private void onState(KafkaStreams.State now) {
    switch (now) {
      case RUNNING -> running.countDown();
      case ERROR -> {
        failure.compareAndSet(
            null,
            new TunerException("all stream threads died: " + lastFailure().orElse("see the log")));
        ended();
      }
      case NOT_RUNNING -> ended();
      default -> LOG.debug("Kafka Streams is {}", now);
    }
  }

  private void ended() {
    stopped.countDown();
    // Releases awaitRunning, too.
    running.countDown();
  }

  /** Its current state. */
  public State state() {
    if (stopped.getCount() == 0) {
      return failure.get() == null ? State.STOPPED : State.FAILED;
    }
    KafkaStreams now = streams;
    return now != null && now.state() == KafkaStreams.State.RUNNING && !metrics.isShortOfThreads()
        ? State.RUNNING
        : State.STARTING;
  }

  /** The progress of store restores. */
  public StoreRestores restores() {
    return restores;
  }

  /** The address of its pages; empty when it opened no port. */
  public Optional<URI> http() {
    return http.map(HttpEndpoint::url);
  }

  /** Why it stopped by itself; empty when it did not. */
  public Optional<TunerException> failure() {
    return Optional.ofNullable(failure.get());
  }

  /**
   * The last failure, retried ones included, as one line for the operator; empty when there was
   * none.
   */
  public Optional<String> lastFailure() {
    return Optional.ofNullable(lastFailure.get());
  }

  /**
   * Waits until the tuner decides for the first time. Returns true when it does; false when the
   * limit passes, or at once when it has stopped. {@link #lastFailure} then says more.
   */
  public boolean awaitRunning(Duration limit) throws InterruptedException {
    return running.await(limit.toMillis(), TimeUnit.MILLISECONDS) && stopped.getCount() > 0;
  }

  /** Waits until it has stopped; returns the reason when it stopped by itself, else empty. */
  public Optional<TunerException> awaitStop() throws InterruptedException {
    stopped.await();
    return failure();
  }

  /** Its meters. */
  public TunerMetrics metrics() {
    return metrics;
  }

  /** The streams client, for health checks and reads of the stores; empty during the start. */
  public Optional<KafkaStreams> streams() {
    return Optional.ofNullable(streams);
  }

  /**
   * Finishes the work in progress and stops. The tuner stays in its group for the session timeout,
   * so that a restart under the same name keeps its partitions.
   */
  @Override
  public void close() {
    stop(CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP);
  }

  /** Stops and leaves the group, so that other tuners take over its partitions at once. */
  public void drain() {
    stop(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
  }

  private void stop(CloseOptions.GroupMembershipOperation membership) {
    restarts.stop();
    boolean ended =
        streams.close(
            CloseOptions.timeout(config.millis(Setting.SHUTDOWN_TIMEOUT_MS))
                .withGroupMembershipOperation(membership));
    if (!ended) {
      LOG.warn(
          "The stream threads did not end in time; their uncommitted work is redone after"
              + " the restart");
    }
    release();
    ended();
  }

  private void release() {
    while (!owned.isEmpty()) {
      AutoCloseable part = owned.pop();
      try {
        part.close();
      } catch (Exception failed) {
        LOG.warn("{} did not close", part.getClass().getSimpleName(), failed);
      }
    }
  }

  private static RuntimeException explained(RuntimeException failed, TunerConfig config) {
    if (failed instanceof TunerException || failed instanceof InvalidConfigException) {
      return failed;
    }
    boolean locked =
        Failures.causes(failed)
            .map(Throwable::getMessage)
            .anyMatch(
                text ->
                    text != null
                        && (text.contains("same state directory")
                            || text.contains("Unable to initialize state")));
    if (locked) {
      return new TunerException(
          "state directory "
              + config.text(Setting.STATE_DIR)
              + " is in use by another tuner: stop that, or set flexhb.state.dir to another folder",
          failed);
    }
    Optional<Throwable> refused =
        Failures.causes(failed).filter(ConfigException.class::isInstance).findFirst();
    if (refused.isPresent()) {
      return new InvalidConfigException(
          List.of("Kafka's clients reject their settings: " + refused.get().getMessage()));
    }
    if (failed instanceof KafkaException) {
      String innermost = Failures.rootMessage(failed);
      return new TunerException("Kafka's clients cannot start: " + innermost, failed);
    }
    return failed;
  }
}
