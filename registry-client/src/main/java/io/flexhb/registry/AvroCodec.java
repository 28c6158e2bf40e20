package io.flexhb.registry;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * Encodes and decodes records in Confluent's wire format, with one schema registry. Thread-safe;
 * create it once and share it, because it holds the caches. A call blocks only for a new (topic,
 * class) or a new id, and then for at most {@code schema.registry.request.timeout.ms} (3 s).
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
   * A codec for record values: subjects {@code topic-value} unless a strategy says otherwise. Does
   * not contact the registry yet.
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
   * The record's bytes for that topic, which determines the subject.
   *
   * @throws SchemaRejectedException when the subject rejects the record's schema
   * @throws RegistryUnavailableException when the registry does not answer
   * @throws org.apache.kafka.common.errors.SerializationException when the record does not fit its
   *     own schema
   */
  public byte[] encode(String topic, SpecificRecord record) {
    return encoder.encode(
        Objects.requireNonNull(topic, "topic"), Objects.requireNonNull(record, "record"));
  }

  /**
   * Asks the registry now what {@link #encode} would ask for the first record of this class, so
   * that a rejection shows at the start.
   *
   * @param sample only its class counts; its fields may be unset
   * @throws SchemaRejectedException when the subject rejects the record's schema
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
   * @throws UndecodableRecordException when they are not such a record (nor is null, a tombstone)
   * @throws RegistryUnavailableException when the writer's schema cannot be fetched
   */
  public <T extends SpecificRecord> T decode(String topic, byte[] bytes, Class<T> type) {
    return decoder.decode(topic, bytes, type);
  }

  /**
   * The registry's compatibility rule for new schemas of a topic's values: {@code BACKWARD}, {@code
   * NONE} and so on; empty when it reports none.
   *
   * @throws RegistryUnavailableException when the registry does not answer
   */
  public Optional<String> compatibility(String topic) {
    return registry.compatibility(topic + "-value");
  }

  /**
   * The id of the schema with which these bytes were written; does not contact the registry.
   *
   * @throws UndecodableRecordException when they do not begin like a record of this wire format
   */
  public static int writerSchemaId(String topic, byte[] bytes) {
    return WireFormat.schemaId(topic, bytes);
  }

  /** Closes the connection to the registry; cached schemas still work, new ones do not. */
  @Override
  public void close() {
    registry.close();
  }
}
