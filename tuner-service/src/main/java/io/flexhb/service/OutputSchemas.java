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
 * The schemas of all that the tuner writes, known to the registry before the first record; and of
 * the asks for work, so that a worker in any language finds what it needs to write its first.
 */
final class OutputSchemas {

  private static final Logger LOG = LoggerFactory.getLogger(OutputSchemas.class);
  private static final long PAUSE_MS = 500;

  private OutputSchemas() {}

  /**
   * Registers them, or finds them registered.
   *
   * @param patience for which an outage of the registry is waited out
   * @throws TunerException when the registry does not answer, or refuses some; all are named
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
    for (boolean told = false; ; told = true) {
      try {
        codec.prepare(topic, sample);
        return;
      } catch (RegistryUnavailableException away) {
        if (!away.mayPass() || System.nanoTime() - deadline >= 0) {
          throw new TunerException(away.getMessage(), away);
        }
        if (!told) {
          LOG.warn("{}; it is tried again", away.getMessage());
        }
        pause(away);
      }
    }
  }

  private static void pause(RegistryUnavailableException away) {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new TunerException(away.getMessage(), away);
    }
  }
}
