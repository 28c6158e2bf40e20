package io.flexhb.service.store;

import io.flexhb.avro.store.StoredStatus;
import io.flexhb.avro.store.StoredStudy;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.state.Budget;
import io.flexhb.core.study.state.FailureStreak;
import io.flexhb.core.study.state.Imports;
import io.flexhb.core.study.state.StudyHeader;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Suggestions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Converts the header of a study, which is what no other entry holds, to its stored form and back.
 */
final class StoredHeaders {

  private StoredHeaders() {}

  /**
   * @param enqueuedFrom place of the first enqueued configuration
   */
  static StoredStudy toStore(StudyState state, long enqueuedFrom) {
    return new StoredStudy(
        state.incarnation().toString(),
        status(state.status()),
        state.statusReason(),
        state.createdAt(),
        state.sequence(),
        state.slotTable().nextOrder(),
        state.suggestions().nextRequest(),
        enqueuedFrom,
        enqueuedFrom + state.suggestions().enqueued().size(),
        state.trials().size(),
        state.brackets().size(),
        state.budget().spent(),
        state.budget().reserved(),
        state.budget().trained(),
        state.exhausted().orElse(null),
        state.loopSources(),
        state.weightHorizon(),
        state.failing().trials(),
        state.failing().newest(),
        state.reopened(),
        state.imports().configurations().size(),
        state.imports().rows().size());
  }

  static StudyHeader fromStore(
      StoredStudy stored, StudySpec spec, Suggestions suggestions, Imports imports) {
    return new StudyHeader(
        spec,
        UUID.fromString(stored.getIncarnation()),
        status(stored.getStatus()),
        stored.getStatusReason(),
        stored.getCreatedAt(),
        stored.getSequence(),
        stored.getNextParkingOrder(),
        suggestions,
        new Budget(stored.getBudgetSpent(), stored.getBudgetReserved(), stored.getBudgetTrained()),
        Optional.ofNullable(stored.getExhausted()),
        List.copyOf(stored.getLoopSources()),
        stored.getWeightHorizon(),
        new FailureStreak(stored.getFailedInARow(), stored.getNewestFailed()),
        stored.getReopened(),
        imports);
  }

  private static StoredStatus status(StudyStatus status) {
    return switch (status) {
      case ACTIVE -> StoredStatus.ACTIVE;
      case PAUSED -> StoredStatus.PAUSED;
      case FINISHED -> StoredStatus.FINISHED;
      case CANCELLED -> StoredStatus.CANCELLED;
      case DELETED -> StoredStatus.DELETED;
      case CLOSED -> StoredStatus.CLOSED;
    };
  }

  private static StudyStatus status(StoredStatus status) {
    return switch (status) {
      case ACTIVE -> StudyStatus.ACTIVE;
      case PAUSED -> StudyStatus.PAUSED;
      case FINISHED -> StudyStatus.FINISHED;
      case CANCELLED -> StudyStatus.CANCELLED;
      case DELETED -> StudyStatus.DELETED;
      case CLOSED -> StudyStatus.CLOSED;
      case UNKNOWN -> throw new IllegalStateException("a stored study without a status");
    };
  }
}
