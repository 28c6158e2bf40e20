package io.flexhb.emitter;

import io.flexhb.emitter.kafka.TransportSettings;
import io.flexhb.topics.Ids;
import io.flexhb.topics.Topics;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How a worker connects. Built with {@link #builder}, or with {@link #of} from text properties.
 *
 * @param workerId unique among the workers of a study; a process restarted under the same id takes
 *     its predecessor's place, provided its clock has not gone back
 * @param closeTimeout how long closing may wait for the delivery of pending records
 * @param unknownStudyTimeout how long a slot waits for a study that the tuner does not know; empty
 *     = until it exists
 * @param transport brokers, registry, topics and pass-through properties
 */
public record TrialClientConfig(
    String workerId,
    Duration closeTimeout,
    Optional<Duration> unknownStudyTimeout,
    TransportSettings transport) {

  /** Checks the worker's id. */
  public TrialClientConfig {
    Ids.checkWorker(workerId);
  }

  /**
   * Starts with the defaults.
   *
   * @param bootstrapServers host:port of one or more brokers, separated by commas
   * @param schemaRegistryUrl e.g. {@code http://localhost:8081}, or {@code mock://scope} in tests
   */
  public static Builder builder(String bootstrapServers, String schemaRegistryUrl) {
    return new Builder(bootstrapServers, schemaRegistryUrl);
  }

  /**
   * Reads text properties: {@code bootstrap.servers} and {@code schema.registry.url} (required),
   * {@code worker.id}, {@code topic.prefix}, {@code connect.timeout.ms}, {@code close.timeout.ms},
   * {@code unknown.study.timeout.ms}; {@code kafka.*} is passed through to producer and consumer,
   * {@code registry.*} to the registry client, each without that prefix.
   *
   * @throws IllegalArgumentException naming all unknown, missing and malformed keys at once
   */
  public static TrialClientConfig of(Map<String, String> properties) {
    return new ConfigReader(properties).read();
  }

  /** Host, process and a random part: unique without configuration. */
  static String defaultWorkerId() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      host = "host";
    }
    String readable = host.replaceAll("[^A-Za-z0-9._-]", "-");
    return readable.substring(0, Math.min(60, readable.length()))
        + "-"
        + ManagementFactory.getRuntimeMXBean().getPid()
        + "-"
        + Integer.toHexString(ThreadLocalRandom.current().nextInt(1 << 24));
  }

  /** Collects settings that differ from the defaults. */
  public static final class Builder {

    private final String bootstrapServers;
    private final String schemaRegistryUrl;
    private final Map<String, String> kafka = new HashMap<>();
    private final Map<String, String> registry = new HashMap<>();
    private String workerId = defaultWorkerId();
    private Topics topics = Topics.defaults();
    private Duration connectTimeout = Duration.ofSeconds(60);
    private Duration closeTimeout = Duration.ofSeconds(30);
    private Optional<Duration> unknownStudyTimeout = Optional.empty();

    private Builder(String bootstrapServers, String schemaRegistryUrl) {
      this.bootstrapServers = bootstrapServers;
      this.schemaRegistryUrl = schemaRegistryUrl;
    }

    /** Id of the worker; default host-pid-random. */
    public Builder workerId(String id) {
      this.workerId = id;
      return this;
    }

    /** Names of the topics; default {@code flexhb.*.v1}. */
    public Builder topics(Topics names) {
      this.topics = names;
      return this;
    }

    /** Another prefix of the topics than {@code flexhb.}. */
    public Builder topicPrefix(String prefix) {
      return topics(Topics.withPrefix(prefix));
    }

    /** A property of Kafka's producer and consumer, e.g. {@code security.protocol}. */
    public Builder kafka(String key, String value) {
      kafka.put(key, value);
      return this;
    }

    /** A property of the schema registry client, e.g. {@code basic.auth.user.info}. */
    public Builder registry(String key, String value) {
      registry.put(key, value);
      return this;
    }

    /** How long connecting may wait for broker, topics and registry; default 60 s. */
    public Builder connectTimeout(Duration timeout) {
      this.connectTimeout = timeout;
      return this;
    }

    /** How long closing may wait for the delivery of pending records; default 30 s. */
    public Builder closeTimeout(Duration timeout) {
      this.closeTimeout = timeout;
      return this;
    }

    /** How long a slot waits for a study that the tuner does not know; default forever. */
    public Builder unknownStudyTimeout(Duration timeout) {
      this.unknownStudyTimeout = Optional.of(timeout);
      return this;
    }

    /**
     * Builds the configuration.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public TrialClientConfig build() {
      return new TrialClientConfig(
          workerId,
          closeTimeout,
          unknownStudyTimeout,
          new TransportSettings(
              bootstrapServers, schemaRegistryUrl, topics, kafka, registry, connectTimeout));
    }
  }
}
