package io.flexhb.emitter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.emitter.protocol.Commands;
import io.flexhb.emitter.protocol.TunerUnavailableException;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.BrokerNotAvailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class KafkaCommandReaderTest {

  private static final int PARTITIONS = 5;
  private static final Topics TOPICS = Topics.withPrefix("t.");
  private static final TransportSettings SETTINGS =
      new TransportSettings(
          "b:9092", "mock://reader", TOPICS, Map.of(), Map.of(), Duration.ofMillis(700));

  /** The partition that other producers choose for the study. */
  private static final TopicPartition PARTITION =
      new TopicPartition(
          TOPICS.commands(), BuiltInPartitioner.partitionForKey(utf8(Commands.STUDY), PARTITIONS));

  private final AtomicInteger lookUps = new AtomicInteger();
  private final MockConsumer<byte[], byte[]> consumer =
      new MockConsumer<>("latest") {
        @Override
        public synchronized long position(TopicPartition partition, Duration timeout) {
          lookUps.incrementAndGet();
          return super.position(partition, timeout);
        }

        @Override
        public synchronized List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
          lookUps.incrementAndGet();
          return super.partitionsFor(topic, timeout);
        }
      };
  private final RecordCodec codec = new RegistryCodec(SETTINGS.codec());
  private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
  private final KafkaCommandReader reader =
      new KafkaCommandReader(consumer, codec, SETTINGS, this::take);

  @AfterEach
  void close() {
    reader.close(Duration.ofSeconds(5));
  }

  @Test
  void shouldReadTheStudysPartitionFromItsEnd() throws InterruptedException {
    haveTopics();
    consumer.updateEndOffsets(Map.of(PARTITION, 10L));
    reader.start();

    reader.follow(Commands.STUDY);

    assertThat(consumer.assignment()).containsExactly(PARTITION);
    write(9, Commands.STUDY, encoded("old"));
    write(10, Commands.STUDY, encoded("new"));
    assertThat(next().getId()).isEqualTo("new");
  }

  /** Each look-up is a request to the broker, and a wait for the reader to come to it. */
  @Test
  void shouldFollowManyStudiesWithAFewLookUps() throws InterruptedException {
    haveTopics();
    reader.start();

    for (int i = 0; i < 20_000; i++) {
      reader.follow("study-" + i);
    }
    reader.follow(Commands.STUDY);

    assertThat(lookUps.get()).isLessThan(10 * PARTITIONS);
    write(0, Commands.STUDY, encoded("c0"));
    assertThat(next().getId()).isEqualTo("c0");
  }

  @Test
  void shouldLeaveOutOtherStudiesAndWhatIsNoCommand() throws InterruptedException {
    haveTopics();
    reader.start();
    reader.follow(Commands.STUDY);

    write(0, "another", encoded("c0"));
    write(1, Commands.STUDY, new byte[] {1, 2, 3});
    write(2, Commands.STUDY, null);
    write(3, Commands.STUDY, encoded("throw"));
    write(4, Commands.STUDY, encoded("c4"));

    assertThat(next().getId()).isEqualTo("c4");
  }

  @Test
  void shouldGoOnAfterTroubleWithTheBroker() throws InterruptedException {
    haveTopics();
    reader.start();
    reader.follow(Commands.STUDY);

    consumer.setPollException(new BrokerNotAvailableException("away"));
    write(0, Commands.STUDY, encoded("c0"));

    assertThat(next().getId()).isEqualTo("c0");
  }

  @Test
  void shouldNameTheTopicThatIsMissing() {
    reader.start();

    assertThatThrownBy(() -> reader.follow(Commands.STUDY))
        .isInstanceOf(TunerUnavailableException.class)
        .hasMessageContaining("topic t.commands.v1 does not exist")
        .hasMessageContaining("start the tuner");
  }

  @Test
  void shouldReleaseWhoeverWaitsWhenClosed() {
    reader.start();
    reader.close(Duration.ofSeconds(5));

    assertThatThrownBy(() -> reader.follow(Commands.STUDY))
        .isInstanceOf(TunerUnavailableException.class)
        .hasMessageContaining("closed");
  }

  private void take(Command command) {
    if (command.getId().equals("throw")) {
      throw new IllegalStateException("a fault in the handler");
    }
    commands.add(command);
  }

  private Command next() throws InterruptedException {
    return commands.poll(10, TimeUnit.SECONDS);
  }

  private void haveTopics() {
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (String topic : List.of(TOPICS.commands(), TOPICS.workers(), TOPICS.metrics())) {
      consumer.updatePartitions(
          topic,
          IntStream.range(0, PARTITIONS)
              .mapToObj(i -> new PartitionInfo(topic, i, Node.noNode(), new Node[0], new Node[0]))
              .toList());
    }
    IntStream.range(0, PARTITIONS)
        .forEach(i -> ends.put(new TopicPartition(TOPICS.commands(), i), 0L));
    consumer.updateEndOffsets(ends);
  }

  private void write(long offset, String study, byte[] value) {
    consumer.addRecord(
        new ConsumerRecord<>(PARTITION.topic(), PARTITION.partition(), offset, utf8(study), value));
  }

  private byte[] encoded(String id) {
    return codec.encode(TOPICS.commands(), Commands.decision(CommandKind.STOP, id, 0, 1));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
