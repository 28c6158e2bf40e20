package io.flexhb.emitter.kafka;

import io.flexhb.avro.Command;
import io.flexhb.emitter.protocol.EventWriter;
import io.flexhb.emitter.protocol.Transport;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The transport over Kafka. */
public final class KafkaTransport implements Transport {

  private final RecordCodec codec;
  private final KafkaEventWriter writer;
  private final KafkaCommandReader reader;

  private final TransportSettings settings;
  private volatile boolean allowed;

  private KafkaTransport(
      RecordCodec codec,
      KafkaEventWriter writer,
      KafkaCommandReader reader,
      TransportSettings settings) {
    this.settings = settings;
    this.codec = codec;
    this.writer = writer;
    this.reader = reader;
  }

  /**
   * Opens the transport. Broker and topics are contacted when the first study is followed.
   *
   * @param onCommand see {@link Transport.Opener}
   * @throws org.apache.kafka.common.KafkaException when a property is malformed
   */
  public static KafkaTransport open(TransportSettings settings, Consumer<Command> onCommand) {
    RecordCodec codec = new RegistryCodec(settings.codec());
    KafkaEventWriter writer =
        new KafkaEventWriter(
            new KafkaProducer<>(
                settings.producer(), new ByteArraySerializer(), new ByteArraySerializer()),
            codec,
            settings);
    KafkaCommandReader reader =
        new KafkaCommandReader(
            new KafkaConsumer<>(
                settings.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
            codec,
            settings,
            onCommand);
    reader.start();
    return new KafkaTransport(codec, writer, reader, settings);
  }

  @Override
  public EventWriter writer() {
    return writer;
  }

  @Override
  public void follow(String study) {
    writer.registerSchemas(settings.connectTimeout());
    reader.follow(study);
    if (!allowed) {
      WorkerRights.require(settings);
      allowed = true;
    }
  }

  @Override
  public long undelivered() {
    return writer.undelivered();
  }

  @Override
  public long close(Duration patience) {
    long lost = writer.close(patience);
    reader.close(Duration.ofSeconds(5));
    codec.close();
    return lost;
  }
}
