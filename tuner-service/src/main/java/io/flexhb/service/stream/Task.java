package io.flexhb.service.stream;

import io.flexhb.core.study.Command;
import io.flexhb.service.codec.CommandCodec;
import io.flexhb.service.codec.InputCodec;
import io.flexhb.service.codec.Origin;
import io.flexhb.service.metrics.StudyMeters;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.StudyStore;
import io.flexhb.service.suggest.SuggestionRequests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * What the parts of one stream task share. Made at {@code init}, dropped at {@code close}, owned by
 * the stream thread.
 */
record Task(
    ProcessorContext<byte[], byte[]> context,
    StudyStore store,
    Shelf shelf,
    Leases leases,
    InputCodec inputs,
    Encoding encoding,
    SuggestionRequests suggestions,
    TunerMetrics metrics,
    StudyMeters meters,
    Complaints complaints) {

  Outputs outputs() {
    return new Outputs(encoding);
  }

  /**
   * A record that cannot be used goes to the DLQ.
   *
   * @param key as found, null when it has none
   * @param value as found, null when it has none
   * @param headers as found
   * @param reason what is wrong and how to mend it
   */
  Outcome poison(
      byte[] key, byte[] value, Headers headers, Origin origin, String reason, long now) {
    complaints.poison(key, origin, reason, now);
    Outputs outputs = outputs();
    outputs.poison(key, value, headers, origin, reason, now);
    return () -> {
      outputs.forward(context, now);
      metrics.input(TunerMetrics.Input.POISON);
    };
  }

  /** Adds the commands to the outputs and returns their wire form. */
  static List<io.flexhb.avro.Command> send(
      Outputs outputs, String study, byte[] recordKey, List<Command> commands, Instant at) {
    List<io.flexhb.avro.Command> wire = new ArrayList<>(commands.size());
    for (Command command : commands) {
      io.flexhb.avro.Command record = CommandCodec.toWire(study, command, at);
      wire.add(record);
      outputs.add(Nodes.COMMANDS, recordKey, record);
    }
    return wire;
  }
}
