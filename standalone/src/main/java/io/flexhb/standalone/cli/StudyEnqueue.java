package io.flexhb.standalone.cli;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.StudyState;
import io.flexhb.service.codec.ConfigurationCodec;
import io.flexhb.service.codec.EventCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives a study configurations to try first. */
@Command(
    name = "enqueue",
    description = {
      "Let a study try your own configurations first, in the order given.",
      "A configuration exists once however often it is sent, unless --replicate says otherwise.",
      "It may name a part of the parameters: the others are drawn at random, the same for the same part."
    },
    footer = {
      "  flexhb study enqueue mnist known-good.yaml",
      "  echo '{lr: 0.01, units: 32}' | flexhb study enqueue mnist - --replicate 3"
    })
final class StudyEnqueue extends ClientCommand {

  @Parameters(index = "0", paramLabel = "STUDY", description = "Name of the study.")
  private String study;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "YAML: a configuration (name: value), or a list of them; - = standard input.")
  private Path file;

  @Option(
      names = "--replicate",
      paramLabel = "K",
      defaultValue = "1",
      description = "How many trials each configuration gets in all (default 1).")
  private int replicate = 1;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      converter = Count.class,
      defaultValue = "10",
      description = "How long to wait for the tuner's answer; 0 = not at all (default 10).")
  private int waitSeconds = 10;

  @Override
  int run(Cluster cluster, StudyRecords records) {
    if (replicate < 1) {
      throw CommandFailure.badInput("--replicate must be at least 1, was " + replicate);
    }
    Study existing = records.existing(study);
    StudySpec spec = Definition.of(existing);
    List<Configuration> configurations = ConfigurationFile.read(file, spec.space());
    requireFew(configurations.size());
    Optional<StudyState> state = Replay.of(records.decisions(existing)).state();
    refuseWhenOver(state);
    List<Configuration> missing =
        configurations.stream().filter(c -> isMissing(c, state)).distinct().toList();
    if (missing.isEmpty()) {
      return answer(0, configurations.size(), "nothing to do: each exists already");
    }
    StudySender.Outcome outcome =
        new StudySender(cluster, records)
            .send(record(existing, missing), Duration.ofSeconds(waitSeconds));
    return answer(missing.size(), configurations.size() - missing.size(), result(outcome));
  }

  private void requireFew(int configurations) {
    long trials = (long) configurations * replicate;
    if (trials > EventCodec.MOST_ENQUEUED) {
      throw CommandFailure.badInput(
          "%d configuration(s) with --replicate %d are %d trials; enqueue at most %d at once"
              .formatted(configurations, replicate, trials, EventCodec.MOST_ENQUEUED));
    }
  }

  private void refuseWhenOver(Optional<StudyState> state) {
    state
        .filter(s -> s.status().isOver())
        .ifPresent(
            s -> {
              throw CommandFailure.no(
                  "study '" + study + "' is over, it tries nothing more: " + s.statusReason());
            });
  }

  private boolean isMissing(Configuration configuration, Optional<StudyState> state) {
    return state
        .map(s -> s.configurations().getOrElse(configuration.canonical(), 0) < replicate)
        .orElse(true);
  }

  private SuggestionResult record(Study existing, List<Configuration> configurations) {
    return new SuggestionResult(
        existing.getStudy(),
        existing.getIncarnation(),
        SuggestionSource.ENQUEUED,
        -1L,
        ConfigurationCodec.toWire(configurations),
        replicate,
        -1L,
        Map.of(EventCodec.FILL, EventCodec.FILL_BY_DRAWS),
        "",
        List.of(),
        Instant.now());
  }

  private String result(StudySender.Outcome outcome) {
    if (outcome instanceof StudySender.Outcome.Refused refused) {
      throw CommandFailure.no("the tuner refused: " + refused.reason());
    }
    if (outcome instanceof StudySender.Outcome.Decided decided) {
      JournalEntry entry = decided.entry();
      return "enqueued (decision " + entry.getSequence() + ")";
    }
    if (waitSeconds > 0) {
      throw CommandFailure.environment(
          "the configurations were sent, but no decision on them came within "
              + waitSeconds
              + " s. Either the study has them or is over by now ('flexhb study show "
              + study
              + "' tells), or no tuner runs.",
          null);
    }
    return "sent";
  }

  private int answer(int sent, int existed, String result) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", study);
    tree.put("sent", sent);
    tree.put("existed", existed);
    tree.put("result", result);
    output()
        .answer(
            tree,
            out ->
                out.printf(
                    "study %s: %d configuration(s) %s%s%n",
                    study,
                    sent,
                    result,
                    sent > 0 && existed > 0 ? ", " + existed + " existed already" : ""));
    return ExitCode.OK;
  }
}
