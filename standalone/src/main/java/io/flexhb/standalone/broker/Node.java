package io.flexhb.standalone.broker;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.coordinator.group.GroupCoordinator;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Function0;
import scala.Tuple2;

/**
 * A broker and a controller in one node.
 *
 * <p>{@link KafkaRaftServer} does the same for Kafka's own launcher, but it lets the caller neither
 * bind the sockets nor handle a failed start.
 */
final class Node {

  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  private final BrokerFaults faults = new BrokerFaults();
  private final ControllerServer controller;
  private final BrokerServer broker;

  /** A node that is not started yet, on a folder that is formatted. */
  Node(KafkaConfig config, String clusterId, Sockets sockets) {
    Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> folder =
        KafkaRaftServer.initializeLogDirs(config, LOG, "");
    InetSocketAddress voter = new InetSocketAddress(ServerSettings.HOST, sockets.controllerPort());
    SharedServer shared =
        new SharedServer(
            config,
            folder._1(),
            Time.SYSTEM,
            Server.initializeMetrics(config, Time.SYSTEM, clusterId),
            CompletableFuture.completedFuture(Map.of(ServerSettings.NODE_ID, voter)),
            List.of(),
            faults,
            sockets);
    this.controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), folder._2());
    this.broker = new ReportingBrokerServer(shared, faults);
  }

  /** Returns once the node serves clients. */
  void start() {
    controller.startup();
    broker.startup();
    faults.nodeIsRunning();
  }

  /** The first fault inside the node, or else the failure of {@link #start}. */
  Throwable reasonOf(Throwable startFailure) {
    return faults.first().orElse(startFailure);
  }

  /** Stops the parts that run. */
  void stop() {
    faults.nodeIsStopping();
    stop("broker", broker::shutdown, broker::awaitShutdown);
    stop("controller", controller::shutdown, controller::awaitShutdown);
  }

  private static void stop(String part, Runnable shutdown, Runnable await) {
    try {
      shutdown.run();
      await.run();
    } catch (RuntimeException e) {
      LOG.warn(
          "The {} did not stop cleanly; its next start recovers the open log segments", part, e);
    }
  }

  /**
   * Reports why it cannot start: Kafka's own broker only logs the reason and shuts down, and the
   * caller gets a failure of the shutdown. Also serves offsets and groups only once they are
   * loaded.
   */
  private static final class ReportingBrokerServer extends BrokerServer {
    private final BrokerFaults faults;

    ReportingBrokerServer(SharedServer shared, BrokerFaults faults) {
      super(shared);
      this.faults = faults;
    }

    /** Kafka names its loggers after the object's class, and levels are set for Kafka's. */
    @Override
    public String loggerName() {
      return BrokerServer.class.getName();
    }

    /** Called by the start, once the coordinator is made. */
    @Override
    public void groupCoordinator_$eq(GroupCoordinator made) {
      super.groupCoordinator_$eq(ElectionsInOrder.of(made));
    }

    @Override
    public void fatal(Function0<String> message, Function0<Throwable> cause) {
      faults.record(cause.apply());
    }
  }
}
