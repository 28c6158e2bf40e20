package io.flexhb.standalone.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The Kafka settings of a single node that is broker and controller at once. */
final class ServerSettings {

  static final String HOST = "127.0.0.1";
  static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private static final String CLIENT_LISTENER = "CLIENTS";

  /** Settings that make the embedded broker what it is; see {@link BrokerConfig#overrides}. */
  static final Set<String> OWNED =
      Set.of(
          "process.roles",
          "node.id",
          "controller.quorum.voters",
          "controller.quorum.bootstrap.servers",
          "listeners",
          "advertised.listeners",
          "controller.listener.names",
          "inter.broker.listener.name",
          "log.dir",
          "log.dirs",
          "metadata.log.dir");

  private ServerSettings() {}

  /**
   * All settings for one start.
   *
   * @param port the port for clients, not 0
   * @param controllerPort the port of the controller, not 0; may differ from start to start
   */
  static Map<String, Object> of(
      Path folder, int port, int controllerPort, Map<String, String> overrides) {
    Map<String, Object> settings = new HashMap<>();
    putIdentity(settings, folder, port, controllerPort);
    putSingleNode(settings);
    putSmall(settings);
    settings.putAll(overrides);
    return settings;
  }

  private static void putIdentity(
      Map<String, Object> settings, Path folder, int port, int controllerPort) {
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(NODE_ID));
    settings.put("controller.quorum.voters", NODE_ID + "@" + HOST + ":" + controllerPort);
    settings.put(
        "listeners",
        CLIENT_LISTENER
            + "://"
            + HOST
            + ":"
            + port
            + ","
            + CONTROLLER_LISTENER
            + "://"
            + HOST
            + ":"
            + controllerPort);
    settings.put(
        "listener.security.protocol.map",
        CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    settings.put("controller.listener.names", CONTROLLER_LISTENER);
    settings.put("inter.broker.listener.name", CLIENT_LISTENER);
    settings.put("log.dirs", folder.toString());
  }

  /** With one node there is one replica, and no other to wait for. */
  private static void putSingleNode(Map<String, Object> settings) {
    settings.put("auto.create.topics.enable", "false");
    settings.put("default.replication.factor", "1");
    settings.put("min.insync.replicas", "1");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    // After a kill the controller waits this long before it considers the previous broker gone, so
    // it is part of the restart time. A longer stall of the JVM fences the broker, which is
    // unfenced with its next heartbeat; clients retry. Either way partitions lose their leader and
    // regain it within seconds: see ElectionsInOrder.
    settings.put("broker.session.timeout.ms", "2000");
    settings.put("broker.heartbeat.interval.ms", "400");
    // Otherwise a start that cannot succeed waits for ever.
    settings.put("server.max.startup.time.ms", "60000");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("group.streams.initial.rebalance.delay.ms", "0");
  }

  /** Each internal partition and thread costs start time, and a laptop needs few of them. */
  private static void putSmall(Map<String, Object> settings) {
    settings.put("offsets.topic.num.partitions", "4");
    // A tuner commits up to a hundred times a second, and a start reads all remaining commits
    // before groups can continue. Only closed segments are compacted.
    settings.put("offsets.topic.segment.bytes", Integer.toString(8 * 1024 * 1024));
    settings.put("transaction.state.log.segment.bytes", Integer.toString(8 * 1024 * 1024));
    settings.put("transaction.state.log.num.partitions", "4");
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("background.threads", "2");
    settings.put("group.coordinator.threads", "1");
    settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(8 * 1024 * 1024));
    // Two preallocated index files per partition; 2 MiB serve a whole segment of 1 GiB.
    settings.put("log.index.size.max.bytes", Integer.toString(2 * 1024 * 1024));
  }
}
