package io.flexhb.standalone.broker;

import io.flexhb.service.admin.ReadyTopics;
import io.flexhb.standalone.system.TemporaryFolder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A broker for integration tests: {@link #shared()} is one for the whole test JVM, so each test
 * takes names of its own from {@link #uniqueName}.
 */
public final class BrokerForTests implements KafkaForTests, AutoCloseable {

  private final AtomicInteger names = new AtomicInteger();
  private final TemporaryFolder folder;
  private final int port;
  private EmbeddedBroker broker;

  private BrokerForTests(TemporaryFolder folder) {
    this.folder = folder;
    try {
      this.broker = EmbeddedBroker.start(BrokerConfig.in(folder.path()));
    } catch (RuntimeException | Error failed) {
      folder.close();
      throw failed;
    }
    this.port = broker.port();
  }

  private static final class Shared {
    private static final BrokerForTests INSTANCE = start();

    private static BrokerForTests start() {
      BrokerForTests instance = own();
      Runtime.getRuntime().addShutdownHook(new Thread(instance::close, "broker-for-tests-close"));
      return instance;
    }
  }

  /** The broker of this JVM, started at the first call, gone with the JVM. */
  public static BrokerForTests shared() {
    return Shared.INSTANCE;
  }

  /** Another broker, for a test that needs its own; close it. */
  public static BrokerForTests own() {
    return new BrokerForTests(TemporaryFolder.create("flexhb-broker"));
  }

  /**
   * One with the data of an earlier broker; close it.
   *
   * @param folder its data; gone with the broker
   */
  public static BrokerForTests with(TemporaryFolder folder) {
    return new BrokerForTests(folder);
  }

  /** The same at all times, also across {@link #stop} and {@link #start}. */
  @Override
  public String bootstrapServers() {
    return ServerSettings.HOST + ":" + port;
  }

  @Override
  public String uniqueName(String prefix) {
    return prefix + "-" + names.incrementAndGet();
  }

  /** A topic with a unique name, ready to be written. */
  public String createTopic(String prefix, int partitions, Map<String, String> configs) {
    String name = uniqueName(prefix);
    try (Admin admin = admin()) {
      ReadyTopics.create(
          admin, List.of(new NewTopic(name, partitions, (short) 1).configs(configs)));
    }
    return name;
  }

  /** Begins an outage. A test that stops the shared broker must start it again. */
  public void stop() {
    broker.close();
  }

  /** Ends the outage: same port, same data. */
  public void start() {
    broker = EmbeddedBroker.start(BrokerConfig.in(folder.path()).withPort(port));
  }

  @Override
  public void close() {
    broker.close();
    folder.close();
  }
}
