package io.flexhb.load.bare;

import io.flexhb.service.admin.ReadyTopics;
import io.flexhb.service.store.RocksDbLibrary;
import io.flexhb.service.stream.CommitPace;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * The minimal work of a stateful Streams application: one get and one put in RocksDB per event, and
 * an occasional output. The difference to the tuner is the cost of deciding.
 */
public final class BareStreams {
  private static final String STORE = "last";
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private final BareLoad load;
  private final String input;
  private final String output;
  private final ThreadLocal<CommitPace> pace;

  private BareStreams(BareLoad load) {
    this.load = load;
    this.input = load.prefix() + "in";
    this.output = load.prefix() + "out";
    this.pace = CommitPace.ofThreads(load.commitInterval());
  }

  /**
   * Runs the load to its end; leaves no topics behind.
   *
   * @param folder for its state, empty
   * @throws IllegalStateException when it does not finish in time
   */
  public static BareResult run(BareLoad load, Path folder) {
    return new BareStreams(load).run(folder);
  }

  private BareResult run(Path folder) {
    Map<String, Object> clients = new HashMap<>(load.kafka());
    try (Admin admin = Admin.create(clients)) {
      ReadyTopics.create(
          admin,
          Stream.of(input, output)
              .map(topic -> new NewTopic(topic, load.partitions(), (short) -1))
              .toList());
      RocksDbLibrary.load(folder);
      try (KafkaStreams streams = new KafkaStreams(topology(), settings(folder))) {
        streams.start();
        BareResult result = new BareClient(load, clients, input, output).run();
        streams.close(CLOSE_LIMIT);
        streams.cleanUp();
        return result;
      } finally {
        List<String> changelog = List.of(load.prefix() + "app-" + STORE + "-changelog");
        admin.deleteTopics(List.of(input, output));
        admin.deleteTopics(changelog);
      }
    }
  }

  private Topology topology() {
    return new Topology()
        .addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), input)
        .addProcessor("get-put", GetPut::new, "in")
        .addStateStore(
            Stores.keyValueStoreBuilder(
                    Stores.persistentKeyValueStore(STORE), Serdes.ByteArray(), Serdes.ByteArray())
                .withCachingDisabled(),
            "get-put")
        .addSink("out", output, new ByteArraySerializer(), new ByteArraySerializer(), "get-put");
  }

  private Properties settings(Path folder) {
    Properties settings = new Properties();
    settings.putAll(load.kafka());
    settings.putAll(load.streams());
    // No static member: with a stable name the group would wait for the previous instance.
    settings.remove(StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, load.prefix() + "app");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    return settings;
  }

  /** An event is {@link BareClient#event}: the first eight bytes are its number. */
  private final class GetPut implements Processor<byte[], byte[], byte[], byte[]> {
    private ProcessorContext<byte[], byte[]> context;
    private KeyValueStore<byte[], byte[]> store;
    private CommitPace threadPace;

    @Override
    public void init(ProcessorContext<byte[], byte[]> initial) {
      context = initial;
      store = initial.getStateStore(STORE);
      threadPace = pace.get();
      threadPace.follow(initial);
    }

    @Override
    public void process(Record<byte[], byte[]> event) {
      byte[] last = store.get(event.key());
      byte[] next = event.value().clone();
      if (last != null) {
        next[next.length - 1] ^= last[last.length - 1];
      }
      store.put(event.key(), next);
      if (ByteBuffer.wrap(event.value()).getLong() % load.eventsPerOutput() == 0) {
        context.forward(event);
      }
      threadPace.processed(context);
    }
  }
}
