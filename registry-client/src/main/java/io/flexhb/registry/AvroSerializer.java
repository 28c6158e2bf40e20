package io.flexhb.registry;

import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serializer;

/**
 * {@link AvroCodec#encode} as Kafka's serializer; null (a tombstone) stays null. Created either by
 * Kafka (no-argument constructor, then {@link #configure}) or with a shared codec, which its
 * creator closes.
 */
public final class AvroSerializer<T extends SpecificRecord> implements Serializer<T> {

  private final CodecHolder codec;

  /** Must be configured. */
  public AvroSerializer() {
    this.codec = CodecHolder.unconfigured();
  }

  /** Uses a shared codec; {@link #configure} and {@link #close} then do nothing. */
  public AvroSerializer(AvroCodec codec) {
    this.codec = CodecHolder.shared(codec);
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    codec.configure(configs, isKey);
  }

  @Override
  public byte[] serialize(String topic, T record) {
    return record == null ? null : codec.get().encode(topic, record);
  }

  @Override
  public void close() {
    codec.close();
  }
}
