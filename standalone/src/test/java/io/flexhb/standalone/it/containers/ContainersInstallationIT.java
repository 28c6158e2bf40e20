package io.flexhb.standalone.it.containers;

import io.flexhb.standalone.broker.KafkaForTests;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.internals.AppInfoParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.kafka.KafkaContainer;

/**
 * On Kafka's and Confluent's own servers, in containers. Needs Docker, and is asked for: {@code
 * ./mvnw -Pcontainers verify}.
 */
class ContainersInstallationIT extends InstallationTests {

  private static final String KAFKA = "apache/kafka-native:" + AppInfoParser.getVersion();
  private static final String REGISTRY = "confluentinc/cp-schema-registry:8.0.0";
  private static final int REGISTRY_PORT = 8081;
  private static final String INTERNAL = "kafka:19092";

  private static Servers servers;

  /** Both servers in a network of their own. */
  private record Servers(Network network, KafkaContainer kafka, GenericContainer<?> registry)
      implements KafkaForTests, AutoCloseable {

    private static final AtomicInteger NAMES = new AtomicInteger();

    static Servers start() {
      Network network = Network.newNetwork();
      KafkaContainer kafka =
          new KafkaContainer(KAFKA)
              .withNetwork(network)
              .withListener(INTERNAL)
              .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
      GenericContainer<?> registry =
          new GenericContainer<>(REGISTRY)
              .withNetwork(network)
              .withExposedPorts(REGISTRY_PORT)
              .withEnv("SCHEMA_REGISTRY_HOST_NAME", "registry")
              .withEnv("SCHEMA_REGISTRY_LISTENERS", "http://0.0.0.0:" + REGISTRY_PORT)
              .withEnv("SCHEMA_REGISTRY_KAFKASTORE_BOOTSTRAP_SERVERS", INTERNAL)
              .withEnv("SCHEMA_REGISTRY_SCHEMA_COMPATIBILITY_LEVEL", "full_transitive")
              .waitingFor(Wait.forHttp("/subjects").forStatusCode(200))
              .dependsOn(kafka);
      registry.start();
      return new Servers(network, kafka, registry);
    }

    @Override
    public String bootstrapServers() {
      return kafka.getBootstrapServers();
    }

    @Override
    public String uniqueName(String prefix) {
      return prefix + "-" + NAMES.incrementAndGet();
    }

    String registryUrl() {
      return "http://" + registry.getHost() + ":" + registry.getMappedPort(REGISTRY_PORT);
    }

    @Override
    public void close() {
      registry.stop();
      kafka.stop();
      network.close();
    }
  }

  @BeforeAll
  static void start() {
    if (!Boolean.getBoolean("flexhb.containers")) {
      leaveOut("it is asked for with -Pcontainers");
    }
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      leaveOut("there is no Docker");
    }
    servers = Servers.start();
  }

  private static void leaveOut(String reason) {
    System.err.println("Skipped ContainersInstallationIT: " + reason);
    Assumptions.abort(reason);
  }

  @AfterAll
  static void stop() {
    if (servers != null) {
      servers.close();
    }
  }

  @Override
  KafkaForTests kafka() {
    return servers;
  }

  @Override
  String registry() {
    return servers.registryUrl();
  }
}
