package io.flexhb.registry;

import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** {@link AvroSerializer} and {@link AvroDeserializer} of one record class. */
public final class AvroSerde<T extends SpecificRecord> implements Serde<T> {

  private final AvroSerializer<T> serializer;
  private final AvroDeserializer<T> deserializer;

  /** Must be configured, including the class to read into ({@code specific.avro.value.type}). */
  public AvroSerde() {
    this.serializer = new AvroSerializer<>();
    this.deserializer = new AvroDeserializer<>();
  }

  /** Reads into that class; must be configured. */
  public AvroSerde(Class<T> type) {
    this.serializer = new AvroSerializer<>();
    this.deserializer = new AvroDeserializer<>(type);
  }

  /** Uses a shared codec; {@link #configure} and {@link #close} then do nothing. */
  public AvroSerde(AvroCodec codec, Class<T> type) {
    this.serializer = new AvroSerializer<>(codec);
    this.deserializer = new AvroDeserializer<>(codec, type);
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    serializer.configure(configs, isKey);
    deserializer.configure(configs, isKey);
  }

  @Override
  public Serializer<T> serializer() {
    return serializer;
  }

  @Override
  public Deserializer<T> deserializer() {
    return deserializer;
  }

  @Override
  public void close() {
    serializer.close();
    deserializer.close();
  }
}
