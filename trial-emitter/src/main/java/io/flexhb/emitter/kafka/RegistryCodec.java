package io.flexhb.emitter.kafka;

import io.flexhb.avro.Command;
import io.flexhb.registry.AvroCodec;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** The wire format that all other parts use, with schemas in the registry. */
final class RegistryCodec implements RecordCodec {

  private final AvroCodec codec;

  RegistryCodec(Map<String, ?> configs) {
    this.codec = AvroCodec.forValues(configs);
  }

  @Override
  public byte[] encode(String topic, SpecificRecord record) {
    return codec.encode(topic, record);
  }

  @Override
  public Command decode(String topic, byte[] bytes) {
    return codec.decode(topic, bytes, Command.class);
  }

  @Override
  public void close() {
    codec.close();
  }
}
