package io.flexhb.registry;

import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * {@link AvroCodec#decode} as Kafka's deserializer; null (a tombstone) stays null. When Kafka
 * creates it, the class to read into comes from Confluent's {@code specific.avro.value.type} (or
 * {@code specific.avro.key.type}).
 */
public final class AvroDeserializer<T extends SpecificRecord> implements Deserializer<T> {

  private final CodecHolder codec;
  private Class<T> type;

  /** Must be configured, including the class to read into. */
  public AvroDeserializer() {
    this.codec = CodecHolder.unconfigured();
  }

  /** Reads into that class; must be configured. */
  public AvroDeserializer(Class<T> type) {
    this.codec = CodecHolder.unconfigured();
    this.type = type;
  }

  /** Uses a shared codec; {@link #configure} and {@link #close} then do nothing. */
  public AvroDeserializer(AvroCodec codec, Class<T> type) {
    this.codec = CodecHolder.shared(codec);
    this.type = type;
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    if (type == null) {
      type = configuredType(configs, isKey ? "specific.avro.key.type" : "specific.avro.value.type");
    }
    codec.configure(configs, isKey);
  }

  @Override
  public T deserialize(String topic, byte[] bytes) {
    return bytes == null ? null : codec.get().decode(topic, bytes, type);
  }

  @Override
  public void close() {
    codec.close();
  }

  @SuppressWarnings("unchecked")
  private static <T extends SpecificRecord> Class<T> configuredType(
      Map<String, ?> configs, String key) {
    Object named = configs.get(key);
    try {
      Class<?> type =
          named instanceof Class<?> given
              ? given
              : Class.forName(
                  String.valueOf(named), true, Thread.currentThread().getContextClassLoader());
      // Unchecked: T is the caller's claim about the class it configures.
      return (Class<T>) type.asSubclass(SpecificRecord.class);
    } catch (ClassNotFoundException | ClassCastException notARecord) {
      throw new ConfigException(
          key, named, "must name the generated Avro class to read records into");
    }
  }
}
