package io.flexhb.service;

import io.flexhb.avro.Command;
import io.flexhb.avro.Installation;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialView;
import io.flexhb.avro.WorkRequest;
import io.flexhb.registry.AvroCodec;
import io.flexhb.registry.RegistryUnavailableException;
import io.flexhb.registry.SchemaRejectedException;
import io.flexhb.service.failure.TunerException;
import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the schemas of all records that the tuner writes before it writes the first one. It
 * also registers the schema of asks for work, so that a worker in any language finds what it needs
 * to write its first.
 */
final class OutputSchemas {

  private static final Logger LOG = LoggerFactory.getLogger(OutputSchemas.class);
  private static final long PAUSE_MS = 500;

  private OutputSchemas() {}

  /**
   * Registers the schemas that are not registered yet.
   *
   * @param patience how long to wait out an outage of the registry
   * @throws TunerException when the registry does not answer or rejects schemas; names all of them
   */
  static void prepare(AvroCodec codec, Topics topics, Duration patience) {
    Map<String, SpecificRecord> outputs =
        new TreeMap<>(
            Map.of(
                topics.commands(), new Command(),
                topics.decisions(), new JournalEntry(),
                topics.trials(), new TrialView(),
                topics.metrics(), new TrialEvent(),
                topics.suggestions(), new SuggestionResult(),
                topics.studies(), new Study(),
                topics.workers(), new WorkRequest(),
                topics.installation(), new Installation()));
    List<String> problems = new ArrayList<>();
    long deadline = System.nanoTime() + patience.toNanos();
    outputs.forEach(
        (topic, sample) -> {
          try {
            prepare(codec, topic, sample, deadline);
          } catch (SchemaRejectedException refused) {
            problems.add(refused.getMessage());
          }
        });
    if (!problems.isEmpty()) {
      throw new TunerException(String.join("\n  ", problems));
    }
  }

  private static void prepare(AvroCodec codec, String topic, SpecificRecord sample, long deadline) {
    for (boolean logged = false; ; logged = true) {
      try {
        codec.prepare(topic, sample);
        return;
      } catch (RegistryUnavailableException unavailable) {
        if (!unavailable.mayPass() || System.nanoTime() - deadline >= 0) {
          throw new TunerException(unavailable.getMessage(), unavailable);
        }
        if (!logged) {
          LOG.warn("{}; retrying", unavailable.getMessage());
        }
        pause(unavailable);
      }
    }
  }

  private static void pause(RegistryUnavailableException unavailable) {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TunerException(unavailable.getMessage(), unavailable);
    }
  }
}
