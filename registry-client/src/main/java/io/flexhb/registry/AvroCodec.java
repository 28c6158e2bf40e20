package io.flexhb.registry;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records to bytes and back, in Confluent's wire format, against one schema registry. Thread-safe;
 * made once and shared: it holds the caches. A call blocks only when a (topic, class) or an id is
 * met for the first time, and then for at most {@code schema.registry.request.timeout.ms} (3 s).
 *
 * <p>Configuration: Confluent's keys, among them {@code schema.registry.url} (required; {@code
 * mock://scope} for tests), {@code auto.register.schemas} (true), {@code use.latest.version}
 * (false), {@code value.subject.name.strategy}, {@code avro.remove.java.properties} (false), {@code
 * basic.auth.*}, {@code bearer.auth.*}, {@code schema.registry.ssl.*}.
 */
public final class AvroCodec implements AutoCloseable {

  private final SchemaRegistry registry;
  private final RecordEncoder encoder;
  private final RecordDecoder decoder;

  private AvroCodec(Map<String, ?> configs, boolean isKey) {
    RegistryConfig config = RegistryConfig.from(configs, isKey);
    this.registry = new ConfluentRegistry(config);
    this.encoder = new RecordEncoder(new RegisteredWriters(registry, config, isKey));
    this.decoder = new RecordDecoder(registry);
  }

  /**
   * A codec for record values: subjects {@code topic-value} unless a strategy says otherwise. Asks
   * the registry nothing yet.
   *
   * @throws org.apache.kafka.common.config.ConfigException naming the key and the fix
   */
  public static AvroCodec forValues(Map<String, ?> configs) {
    return new AvroCodec(configs, false);
  }

  /** As {@link #forValues}, for record keys: subjects {@code topic-key}. */
  public static AvroCodec forKeys(Map<String, ?> configs) {
    return new AvroCodec(configs, true);
  }

  /**
   * The record's bytes, for that topic (which gives the subject).
   *
   * @throws SchemaRejectedException when the subject does not take the record's schema
   * @throws RegistryUnavailableException when the registry does not answer
   * @throws org.apache.kafka.common.errors.SerializationException when the record breaks its own
   *     schema
   */
  public byte[] encode(String topic, SpecificRecord record) {
    return encoder.encode(
        Objects.requireNonNull(topic, "topic"), Objects.requireNonNull(record, "record"));
  }

  /**
   * Asks the registry now what {@link #encode} would ask it for the first record of this class, so
   * that a refusal shows at start.
   *
   * @param sample only its class counts; its fields may be unset
   * @throws SchemaRejectedException when the subject does not take the record's schema
   * @throws RegistryUnavailableException when the registry does not answer
   */
  public void prepare(String topic, SpecificRecord sample) {
    encoder.prepare(
        Objects.requireNonNull(topic, "topic"), Objects.requireNonNull(sample, "sample"));
  }

  /**
   * The record in these bytes, whatever compatible schema it was written with.
   *
   * @param topic where the bytes come from, for messages
   * @throws UndecodableRecordException when they are no such record (also when null: a tombstone is
   *     not one)
   * @throws RegistryUnavailableException when the writer's schema cannot be fetched
   */
  public <T extends SpecificRecord> T decode(String topic, byte[] bytes, Class<T> type) {
    return decoder.decode(topic, bytes, type);
  }

  /**
   * The rule by which the registry takes new schemas of a topic's values: {@code BACKWARD}, {@code
   * NONE} ...; empty when it does not say.
   *
   * @throws RegistryUnavailableException when the registry does not answer
   */
  public Optional<String> compatibility(String topic) {
    return registry.compatibility(topic + "-value");
  }

  /**
   * The id of the schema these bytes were written with, without asking anyone.
   *
   * @throws UndecodableRecordException when they do not begin like a record of this wire format
   */
  public static int writerSchemaId(String topic, byte[] bytes) {
    return WireFormat.schemaId(topic, bytes);
  }

  /**
   * Ends the connection to the registry; what the caches hold still works, anything new does not.
   */
  @Override
  public void close() {
    registry.close();
  }
}
