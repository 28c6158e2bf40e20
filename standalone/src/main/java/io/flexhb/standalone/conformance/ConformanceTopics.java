package io.flexhb.standalone.conformance;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.Configuration;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.registry.AvroCodec;
import io.flexhb.service.admin.ReadyTopics;
import io.flexhb.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of one run: reads what its client writes, and sends commands in transactions. */
final class ConformanceTopics implements AutoCloseable {

  private static final int PARTITIONS = 3;
  private static final Duration POLL = Duration.ofMillis(20);

  private final Topics topics;
  private final String study;
  private final AvroCodec codec;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;

  ConformanceTopics(String bootstrapServers, String registry, Topics topics, String study) {
    this.topics = topics;
    this.study = study;
    this.codec = AvroCodec.forValues(Map.of("schema.registry.url", registry));
    this.consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    Map<String, Object> transactional = new HashMap<>();
    transactional.put("bootstrap.servers", bootstrapServers);
    transactional.put("transactional.id", study + "-tuner");
    this.producer =
        new KafkaProducer<>(transactional, new ByteArraySerializer(), new ByteArraySerializer());
    producer.initTransactions();
    List<TopicPartition> read = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      read.add(new TopicPartition(topics.workers(), partition));
      read.add(new TopicPartition(topics.metrics(), partition));
    }
    consumer.assign(read);
    consumer.seekToBeginning(read);
  }

  /** Creates the topics, with timestamps set by the broker, and registers their schemas. */
  static void prepare(String bootstrapServers, String registry, Topics topics) {
    List<NewTopic> made = new ArrayList<>();
    for (String topic : topics.all()) {
      made.add(
          new NewTopic(topic, PARTITIONS, (short) 1)
              .configs(Map.of("message.timestamp.type", "LogAppendTime")));
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
        AvroCodec codec = AvroCodec.forValues(Map.of("schema.registry.url", registry))) {
      ReadyTopics.create(admin, made);
      codec.encode(topics.commands(), sampleCommand());
      codec.encode(
          topics.workers(), new WorkRequest("", null, "", 0, 0L, List.of(), null, Instant.EPOCH));
      codec.encode(topics.metrics(), sampleEvent());
      codec.encode(
          topics.studies(),
          new Study("", new UUID(0, 0), RequestedState.ACTIVE, "", Instant.EPOCH));
    }
  }

  private static Command sampleCommand() {
    return new Command(
        "",
        new UUID(0, 0),
        "",
        CommandKind.WAIT,
        "",
        0,
        0L,
        -1,
        0,
        0L,
        0L,
        new Configuration(Map.of(), Map.of()),
        null,
        0L,
        0L,
        "",
        Instant.EPOCH,
        null);
  }

  private static TrialEvent sampleEvent() {
    return new TrialEvent(
        "",
        new UUID(0, 0),
        0,
        0,
        "",
        0,
        "",
        TrialEventKind.HEARTBEAT,
        0L,
        Map.of(),
        null,
        null,
        "",
        null,
        Instant.EPOCH,
        null);
  }

  /**
   * Reads the client's records since the last call.
   *
   * @param violation receives records that lie where the tuner would not look
   */
  List<ConsumerRecord<byte[], byte[]>> poll(BiConsumer<String, String> violation) {
    List<ConsumerRecord<byte[], byte[]>> own = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      if (record.key() == null) {
        violation.accept(record.topic(), "a record has no key: the key is the study");
      } else if (study.equals(new String(record.key(), StandardCharsets.UTF_8))) {
        if (record.partition() != BuiltInPartitioner.partitionForKey(record.key(), PARTITIONS)) {
          violation.accept(record.topic(), "a record lies on another partition than murmur2 gives");
        }
        own.add(record);
      }
    }
    return own;
  }

  WorkRequest ask(ConsumerRecord<byte[], byte[]> record) {
    return codec.decode(record.topic(), record.value(), WorkRequest.class);
  }

  TrialEvent event(ConsumerRecord<byte[], byte[]> record) {
    return codec.decode(record.topic(), record.value(), TrialEvent.class);
  }

  boolean isAsk(ConsumerRecord<byte[], byte[]> record) {
    return record.topic().equals(topics.workers());
  }

  /** Writes the study for clients that read its definition; nothing else reads it. */
  void define(UUID incarnation) {
    String definition = Script.DEFINITION.replace("STUDY", study);
    producer.beginTransaction();
    write(
        topics.studies(),
        new Study(study, incarnation, RequestedState.ACTIVE, definition, Instant.now()));
    producer.commitTransaction();
  }

  void send(Command command) {
    producer.beginTransaction();
    write(topics.commands(), command);
    producer.commitTransaction();
  }

  void sendRolledBack(Command command) {
    producer.beginTransaction();
    write(topics.commands(), command);
    producer.flush();
    producer.abortTransaction();
  }

  private void write(String topic, SpecificRecord record) {
    producer.send(
        new ProducerRecord<>(
            topic, study.getBytes(StandardCharsets.UTF_8), codec.encode(topic, record)));
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
    consumer.close();
    codec.close();
  }
}
