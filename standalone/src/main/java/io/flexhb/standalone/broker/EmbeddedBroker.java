package io.flexhb.standalone.broker;

import io.flexhb.standalone.system.DiskSpace;
import io.flexhb.standalone.system.StartupException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka broker in this JVM: one KRaft node that is broker and controller at once, reachable from
 * this machine only.
 *
 * <p>It is for trying FlexHB out, for the demo, and for tests. Data survive a restart on the same
 * folder, even after the process was killed. There is only one copy of them, on one disk.
 *
 * <p>A running broker that can no longer trust its disk or its state ends the JVM, as Kafka does on
 * a server.
 */
public final class EmbeddedBroker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

  /** Read by Kafka's authorizer, not by the broker itself. */
  private static final Set<String> OF_AUTHORIZER =
      Set.of("super.users", "allow.everyone.if.no.acl.found");

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(3);

  private final Node node;
  private final StorageFolder folder;
  private final String clusterId;
  private final int port;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedBroker(Node node, StorageFolder folder, String clusterId, int port) {
    this.node = node;
    this.folder = folder;
    this.clusterId = clusterId;
    this.port = port;
  }

  /**
   * Starts a broker and returns once it serves clients.
   *
   * @throws StartupException when the port is taken, the folder cannot be used, or a setting is
   *     wrong; nothing is left running then. When the failure is deep inside Kafka, threads of it
   *     may be left and hold the folder until this process ends; the message says so
   */
  public static EmbeddedBroker start(BrokerConfig config) {
    refuseUnknownSettings(config);
    StorageFolder folder = StorageFolder.open(config.folder());
    try {
      String clusterId = folder.formatOnce();
      return startIn(folder, clusterId, config);
    } catch (RuntimeException | Error e) {
      folder.close();
      throw e;
    }
  }

  /** Kafka itself silently ignores a misspelt setting. */
  private static void refuseUnknownSettings(BrokerConfig config) {
    for (String key : config.overrides().keySet()) {
      boolean ofPart = key.startsWith("listener.name.") || OF_AUTHORIZER.contains(key);
      if (!ofPart && KafkaConfig.configType(key).isEmpty()) {
        throw new StartupException(
            "Kafka knows no broker setting '" + key + "'", "Correct the overrides of the broker");
      }
    }
  }

  private static EmbeddedBroker startIn(
      StorageFolder folder, String clusterId, BrokerConfig config) {
    Sockets sockets = Sockets.bind(config.port());
    Optional<Node> node = Optional.empty();
    try {
      Map<String, Object> settings =
          ServerSettings.of(
              folder.path(), sockets.clientPort(), sockets.controllerPort(), config.overrides());
      node = Optional.of(new Node(new KafkaConfig(settings, false), clusterId, sockets));
      node.get().start();
      return new EmbeddedBroker(node.get(), folder, clusterId, sockets.clientPort());
    } catch (Exception | InternalError e) {
      // Not only runtime exceptions: Scala code throws checked ones that it does not declare, and
      // the JVM an error of its own when a file that is mapped into memory finds its disk full.
      node.ifPresent(Node::stop);
      sockets.close();
      throw explained(folder, node.map(started -> started.reasonOf(e)).orElse(e));
    }
  }

  private static StartupException explained(StorageFolder folder, Throwable failure) {
    Optional<Throwable> wrongSetting =
        causes(failure).filter(ConfigException.class::isInstance).findFirst();
    if (wrongSetting.isPresent()) {
      return new StartupException(
          "The broker refuses a setting: " + wrongSetting.get().getMessage(),
          "Correct the overrides of the broker",
          failure);
    }
    if (DiskSpace.isExhausted(failure)) {
      return new StartupException(
          "The broker did not start on " + folder.path() + ": its disk is full",
          "Make room there, and start again; what it had stored is kept",
          failure);
    }
    Throwable root = causes(failure).reduce((outer, inner) -> inner).orElse(failure);
    return new StartupException(
        "The broker did not start on " + folder.path() + ": " + root,
        "End this process, and start on an empty folder to see whether the data are the reason",
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
   * <p>If Kafka needs longer, it continues stopping in the background and holds the folder until it
   * is done; a warning says so.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    Thread stopping =
        new Thread(
            () -> {
              node.stop();
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
}
