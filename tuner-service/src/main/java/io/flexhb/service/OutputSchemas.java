package io.flexhb.service;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialView;
import io.flexhb.avro.WorkRequest;
import io.flexhb.registry.AvroCodec;
import io.flexhb.registry.RegistryUnavailableException;
import io.flexhb.registry.SchemaRejectedException;
import io.flexhb.topics.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * The schemas of all that the tuner writes, known to the registry before the first record; and of
 * the asks for work, so that a worker in any language finds what it needs to write its first.
 */
final class OutputSchemas {

  private OutputSchemas() {}

  /**
   * Registers them, or finds them registered.
   *
   * @throws TunerException when the registry does not answer, or refuses some; all are named
   */
  static void prepare(AvroCodec codec, Topics topics) {
    Map<String, SpecificRecord> outputs =
        new TreeMap<>(
            Map.of(
                topics.commands(), new Command(),
                topics.decisions(), new JournalEntry(),
                topics.trials(), new TrialView(),
                topics.metrics(), new TrialEvent(),
                topics.suggestions(), new SuggestionResult(),
                topics.studies(), new Study(),
                topics.workers(), new WorkRequest()));
    List<String> problems = new ArrayList<>();
    outputs.forEach(
        (topic, sample) -> {
          try {
            codec.prepare(topic, sample);
          } catch (SchemaRejectedException refused) {
            problems.add(refused.getMessage());
          } catch (RegistryUnavailableException away) {
            throw new TunerException(away.getMessage(), away);
          }
        });
    if (!problems.isEmpty()) {
      throw new TunerException(String.join("\n  ", problems));
    }
  }
}
