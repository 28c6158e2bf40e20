package io.flexhb.client;

import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.client.journal.Replay;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.codec.EventCodec;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.state.StudyState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Enqueues configurations that a study tries first. */
final class EnqueueRequest {
  private final StudyRecords records;
  private final StudySender sender;
  private final String study;
  private final int replicate;
  private final Duration wait;

  EnqueueRequest(
      StudyRecords records, StudySender sender, String study, int replicate, Duration wait) {
    if (replicate < 1) {
      throw new InvalidRequestException("replicate must be at least 1, was " + replicate);
    }
    this.records = records;
    this.sender = sender;
    this.study = study;
    this.replicate = replicate;
    this.wait = wait;
  }

  EnqueueResult enqueue(List<?> given) {
    Study existing = records.existing(study);
    List<Configuration> configurations =
        Configurations.of(given, StudyDefinition.specOf(existing).space());
    requireFew(configurations.size());
    Optional<StudyState> state = Replay.of(records.decisions(existing)).state();
    refuseWhenOver(state);
    List<Configuration> missing =
        configurations.stream().filter(c -> isMissing(c, state)).distinct().toList();
    int existed = configurations.size() - missing.size();
    if (missing.isEmpty()) {
      return new EnqueueResult(0, existed, OptionalLong.empty());
    }
    TunerAnswer answer = sender.send(record(existing, missing), wait);
    return new EnqueueResult(missing.size(), existed, decision(answer));
  }

  private void requireFew(int configurations) {
    long trials = (long) configurations * replicate;
    if (trials > EventCodec.MOST_ENQUEUED) {
      throw new InvalidRequestException(
          "%d configuration(s) with replicate %d are %d trials; enqueue at most %d at once"
              .formatted(configurations, replicate, trials, EventCodec.MOST_ENQUEUED));
    }
  }

  private void refuseWhenOver(Optional<StudyState> state) {
    state
        .filter(s -> s.status().isOver())
        .ifPresent(
            s -> {
              throw new RequestRefusedException(
                  "study '"
                      + study
                      + "' is over and tries no more configurations: "
                      + s.statusReason());
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

  private OptionalLong decision(TunerAnswer answer) {
    if (answer instanceof TunerAnswer.Refused refused) {
      throw new RequestRefusedException("the tuner refused: " + refused.reason());
    }
    if (answer instanceof TunerAnswer.Decided decided) {
      return OptionalLong.of(decided.entry().getSequence());
    }
    if (wait.isZero()) {
      return OptionalLong.empty();
    }
    throw new NoAnswerException(
        "the configurations were sent, but no tuner decided on them within "
            + wait.toSeconds()
            + " s. Either the study already has them or is over (see 'flexhb study show "
            + study
            + "'), or no tuner is running.");
  }
}
