package io.flexhb.service.store;

import io.flexhb.avro.store.StoredLevel;
import io.flexhb.avro.store.StoredTrial;
import io.flexhb.codec.CheckpointCodec;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.Progress;
import io.flexhb.core.study.state.RecentValues;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** Converts trials to their stored form and back. */
final class StoredTrials {

  private StoredTrials() {}

  static StoredTrial toStore(Trial trial) {
    Optional<SlotId> slot = trial.slot();
    return new StoredTrial(
        trial.number(),
        ConfigurationCodec.toWire(trial.configuration()),
        trial.origin(),
        TrialViewCodec.toWire(trial.status()),
        trial.bracket(),
        trial.rung(),
        trial.attempt(),
        trial.failures(),
        trial.unstarted(),
        trial.revivals(),
        trial.fromResource(),
        trial.untilResource(),
        trial.promised(),
        trial.started(),
        slot.isPresent() ? slot.get().worker() : null,
        slot.isPresent() ? slot.get().slot() : 0,
        levels(trial.levels()),
        trial.failedAt().isPresent() ? trial.failedAt().getAsLong() : null,
        CheckpointCodec.toWire(trial.checkpoint()),
        StoredCommands.toStore(trial.inForce()),
        trial.reason(),
        trial.wasStopped(),
        trial.progress().map(Progress::time).orElse(null),
        trial.progress().map(Progress::resource).orElse(0L),
        trial.progress().flatMap(Progress::rejection).orElse(null),
        trial.recent().resource(),
        trial.recent().values());
  }

  private static List<StoredLevel> levels(List<LevelValue> levels) {
    List<StoredLevel> stored = new ArrayList<>(levels.size());
    for (LevelValue value : levels) {
      stored.add(new StoredLevel(value.level(), value.resource(), value.value(), value.measured()));
    }
    return stored;
  }

  static Trial fromStore(StoredTrial stored, UUID incarnation) {
    Configuration configuration = ConfigurationCodec.fromWire(stored.getConfiguration());
    return new Trial(
        stored.getNumber(),
        configuration,
        stored.getOrigin(),
        status(stored.getStatus()),
        stored.getBracket(),
        stored.getRung(),
        stored.getAttempt(),
        stored.getFailures(),
        stored.getUnstarted(),
        stored.getRevivals(),
        stored.getFromResource(),
        stored.getUntilResource(),
        stored.getPromised(),
        stored.getStarted(),
        StoredCommands.slot(stored.getWorker(), stored.getSlot()),
        stored.getLevels().stream()
            .map(
                level ->
                    new LevelValue(
                        level.getLevel(),
                        level.getResource(),
                        level.getValue(),
                        level.getMeasured()))
            .toList(),
        stored.getFailedAt() == null ? OptionalLong.empty() : OptionalLong.of(stored.getFailedAt()),
        CheckpointCodec.fromWire(stored.getCheckpoint()),
        StoredCommands.ofTrial(stored.getInForce(), incarnation, configuration),
        stored.getReason(),
        stored.getWasStopped(),
        progress(stored),
        new RecentValues(stored.getRecentResource(), stored.getRecentValues()));
  }

  private static Optional<Progress> progress(StoredTrial stored) {
    return Optional.ofNullable(stored.getProgressAt())
        .map(
            at ->
                new Progress(
                    stored.getProgressResource(), at, Optional.ofNullable(stored.getRejection())));
  }

  private static TrialStatus status(io.flexhb.avro.TrialStatus status) {
    return switch (status) {
      case PENDING -> TrialStatus.PENDING;
      case RUNNING -> TrialStatus.RUNNING;
      case PAUSED -> TrialStatus.PAUSED;
      case STOPPED -> TrialStatus.STOPPED;
      case DISCARDED -> TrialStatus.DISCARDED;
      case COMPLETED -> TrialStatus.COMPLETED;
      case FAILED -> TrialStatus.FAILED;
      case UNKNOWN -> throw new IllegalStateException("a stored trial without a status");
    };
  }
}
