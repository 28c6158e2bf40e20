package io.flexhb.service.installation;

import io.flexhb.avro.Installation;
import io.flexhb.registry.AvroCodec;
import io.flexhb.registry.RegistryUnavailableException;
import io.flexhb.registry.SchemaRejectedException;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topic that names the owner of an installation. Opens its clients anew for each call. */
public final class InstallationTopic {

  private static final Duration POLL = Duration.ofMillis(100);

  private final TunerConfig config;
  private final AvroCodec codec;
  private final String topic;
  private final Duration timeout;

  /**
   * @param codec not owned
   */
  public InstallationTopic(TunerConfig config, AvroCodec codec) {
    this.config = config;
    this.codec = codec;
    this.topic = config.topics().installation();
    this.timeout = config.millis(Setting.CONNECT_TIMEOUT_MS);
  }

  /**
   * The claim in force; empty when the topics are unclaimed.
   *
   * @throws TunerException when it cannot be read
   */
  public Optional<Claim> current() {
    try (Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            new ClientSettings(config).reader(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      try {
        return Claim.current(read(consumer));
      } finally {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
      }
    } catch (InterruptException interrupted) {
      throw interrupted;
    } catch (KafkaException failed) {
      throw new TunerException("cannot read " + topic + ": " + failed.getMessage(), failed);
    }
  }

  private List<Claim> read(Consumer<byte[], byte[]> consumer) {
    TopicPartition partition = new TopicPartition(topic, 0);
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    long deadline = System.nanoTime() + timeout.toNanos();
    ClaimRecords records = new ClaimRecords(topic, this::decode);
    while (consumer.position(partition) < end) {
      if (System.nanoTime() - deadline > 0) {
        throw new TunerException("cannot read " + topic + " to its end, offset " + end);
      }
      consumer.poll(POLL).forEach(r -> records.add(r.offset(), r.key(), r.value()));
    }
    return records.claims();
  }

  private Claim decode(byte[] value) {
    try {
      return Claim.fromWire(codec.decode(topic, value, Installation.class));
    } catch (RegistryUnavailableException unavailable) {
      throw new TunerException(unavailable.getMessage(), unavailable);
    }
  }

  /**
   * Writes a claim; returns the claim then in force, which may be another application's.
   *
   * @throws TunerException when it cannot be written
   */
  public Claim claim(Claim claim) {
    byte[] key = ClaimRecords.newKey(claim);
    Map<String, Object> settings = new ClientSettings(config).producer();
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, config.text(Setting.APPLICATION_ID) + "-owner");
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    Producer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    try {
      byte[] value = codec.encode(topic, claim.toWire());
      producer
          .send(new ProducerRecord<>(topic, 0, key, value))
          .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException failed) {
      Throwable why = failed.getCause() == null ? failed : failed.getCause();
      throw new TunerException("cannot write to " + topic + ": " + why.getMessage(), why);
    } catch (SchemaRejectedException | RegistryUnavailableException refused) {
      throw new TunerException(refused.getMessage(), refused);
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    } finally {
      producer.close(Duration.ZERO);
    }
    return current()
        .orElseThrow(
            () -> new TunerException("the claim written to " + topic + " cannot be found"));
  }
}
