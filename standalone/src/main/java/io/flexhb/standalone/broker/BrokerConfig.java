package io.flexhb.standalone.broker;

import io.flexhb.standalone.system.Ports;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How to start an {@link EmbeddedBroker}.
 *
 * @param folder where the broker keeps its data; made when missing, used again when it holds the
 *     data of an earlier run
 * @param port the port clients connect to on 127.0.0.1; 0 takes a free one at each start
 * @param overrides further Kafka broker settings, which win over the ones chosen here
 */
public record BrokerConfig(Path folder, int port, Map<String, String> overrides) {

  /**
   * @throws IllegalArgumentException when the port is out of range or an override names a setting
   *     that makes the broker what it is (listeners, folder, node, roles)
   */
  public BrokerConfig {
    Objects.requireNonNull(folder, "folder");
    Ports.problem("port", port)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    overrides = Collections.unmodifiableMap(new TreeMap<>(overrides));
    for (String key : overrides.keySet()) {
      if (ServerSettings.OWNED.contains(key)) {
        throw new IllegalArgumentException(
            "'" + key + "' cannot be overridden: the embedded broker sets it itself");
      }
    }
  }

  /** A broker on a free port with its data in {@code folder}. */
  public static BrokerConfig in(Path folder) {
    return new BrokerConfig(folder, 0, Map.of());
  }

  /** A copy with this port. */
  public BrokerConfig withPort(int newPort) {
    return new BrokerConfig(folder, newPort, overrides);
  }

  /** A copy with one more Kafka broker setting. */
  public BrokerConfig withOverride(String key, String value) {
    Map<String, String> more = new TreeMap<>(overrides);
    more.put(key, value);
    return new BrokerConfig(folder, port, more);
  }
}
