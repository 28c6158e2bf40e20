package io.flexhb.standalone.broker;

import io.flexhb.standalone.Ports;
import io.flexhb.standalone.StartupException;
import java.net.BindException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka broker in this JVM: one KRaft node that is broker and controller at once, reachable from
 * this machine only.
 *
 * <p>It is for trying FlexHB out, for the demo, and for tests. Data survive a restart on the same
 * folder, also after the process was killed; there is one copy of them, on one disk.
 *
 * <p>Kafka itself halts the JVM when the disk of a broker fails, as it does on a server.
 */
public final class EmbeddedBroker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(3);

  /** A free port can be taken by anybody between being found and being bound. */
  private static final int ATTEMPTS = 4;

  private final KafkaRaftServer server;
  private final StorageFolder folder;
  private final String clusterId;
  private final int port;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedBroker(KafkaRaftServer server, StorageFolder folder, String clusterId, int port) {
    this.server = server;
    this.folder = folder;
    this.clusterId = clusterId;
    this.port = port;
  }

  /**
   * Starts a broker and returns once it serves clients.
   *
   * @throws StartupException when the port is taken, the folder cannot be used, or a setting is
   *     wrong; nothing is left running then
   */
  public static EmbeddedBroker start(BrokerConfig config) {
    refuseUnknownSettings(config);
    if (config.port() != 0 && !Ports.isFree(config.port())) {
      throw Ports.taken(config.port(), null);
    }
    StorageFolder folder = StorageFolder.open(config.folder());
    try {
      String clusterId = folder.formatOnce();
      return startIn(folder, clusterId, config);
    } catch (RuntimeException | Error e) {
      folder.close();
      throw e;
    }
  }

  /** Kafka itself would say nothing about a misspelt setting and go on without it. */
  private static void refuseUnknownSettings(BrokerConfig config) {
    for (String key : config.overrides().keySet()) {
      if (KafkaConfig.configType(key).isEmpty()) {
        throw new StartupException(
            "Kafka knows no broker setting '" + key + "'", "Correct the overrides of the broker");
      }
    }
  }

  private static EmbeddedBroker startIn(
      StorageFolder folder, String clusterId, BrokerConfig config) {
    for (int attempt = 1; ; attempt++) {
      int port = config.port() != 0 ? config.port() : Ports.free();
      KafkaRaftServer server = null;
      try {
        Map<String, Object> settings =
            ServerSettings.of(folder.path(), port, Ports.free(), config.overrides());
        server = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
        server.startup();
        return new EmbeddedBroker(server, folder, clusterId, port);
      } catch (RuntimeException e) {
        Optional.ofNullable(server).ifPresent(EmbeddedBroker::stop);
        boolean portLost = causes(e).anyMatch(BindException.class::isInstance);
        if (!portLost || attempt == ATTEMPTS) {
          throw portLost ? Ports.taken(port, e) : explained(folder, e);
        }
        if (config.port() != 0 && !Ports.isFree(config.port())) {
          throw Ports.taken(config.port(), e);
        }
      }
    }
  }

  private static StartupException explained(StorageFolder folder, RuntimeException failure) {
    Optional<Throwable> wrongSetting =
        causes(failure).filter(ConfigException.class::isInstance).findFirst();
    if (wrongSetting.isPresent()) {
      return new StartupException(
          "The broker refuses a setting: " + wrongSetting.get().getMessage(),
          "Correct the overrides of the broker",
          failure);
    }
    Throwable root = causes(failure).reduce((outer, inner) -> inner).orElse(failure);
    return new StartupException(
        "The broker did not start on " + folder.path() + ": " + root,
        "Start on an empty folder to see whether the data in this one are the reason",
        failure);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(20);
  }

  /** What clients put into {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return ServerSettings.HOST + ":" + port;
  }

  /** The port clients connect to. */
  public int port() {
    return port;
  }

  /** The id of the cluster, the same at each start on the same folder. */
  public String clusterId() {
    return clusterId;
  }

  /**
   * Stops the broker, within three seconds; a second call does nothing.
   *
   * <p>Should Kafka need longer, it goes on stopping in the background and holds the folder until
   * it is done; a warning says so.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    Thread stopping =
        new Thread(
            () -> {
              stop(server);
              folder.close();
            },
            "embedded-broker-close");
    stopping.setDaemon(true);
    stopping.start();
    try {
      stopping.join(CLOSE_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (stopping.isAlive()) {
      LOG.warn("The broker on {} is still stopping in the background", folder.path());
    }
  }

  private static void stop(KafkaRaftServer server) {
    try {
      server.shutdown();
      server.awaitShutdown();
    } catch (RuntimeException e) {
      LOG.warn("The broker did not stop cleanly; its next start repairs what is open", e);
    }
  }
}
