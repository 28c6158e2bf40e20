package io.flexhb.emitter.kafka;

import io.flexhb.avro.Command;
import org.apache.avro.specific.SpecificRecord;

/** Encodes and decodes records. Thread-safe. */
interface RecordCodec extends AutoCloseable {

  /**
   * The bytes of a record.
   *
   * @throws org.apache.kafka.common.errors.RetriableException when the registry does not answer
   */
  byte[] encode(String topic, SpecificRecord record);

  /**
   * The command in these bytes.
   *
   * @throws org.apache.kafka.common.errors.RetriableException when the registry does not answer
   * @throws org.apache.kafka.common.errors.SerializationException when they are not a command
   */
  Command decode(String topic, byte[] bytes);

  @Override
  void close();
}
