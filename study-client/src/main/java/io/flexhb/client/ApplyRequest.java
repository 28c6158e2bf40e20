package io.flexhb.client;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.core.space.Problem;
import io.flexhb.core.spec.StudySpecDifference;
import io.flexhb.topics.Ids;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;

/** Applies a definition: creates its study, or changes what may change of it. */
final class ApplyRequest {
  private final StudyRecords records;
  private final StudySender sender;
  private final StudyDefinition wanted;
  private final ApplyOptions options;
  private final String name;

  ApplyRequest(
      StudyRecords records, StudySender sender, StudyDefinition wanted, ApplyOptions options) {
    this.records = records;
    this.sender = sender;
    this.wanted = wanted;
    this.options = options;
    this.name = wanted.spec().study();
  }

  ApplyResult apply() {
    Optional<Study> existing = records.study(name);
    if (existing.isPresent() && existing.get().getRequestedState() != RequestedState.DELETED) {
      return change(existing.get());
    }
    if (existing.isPresent() && !options.makeNew()) {
      throw new RequestRefusedException(
          "a study '"
              + name
              + "' was deleted under this name; add --new (ApplyOptions.withMakeNew) to create a"
              + " new one");
    }
    try {
      Ids.checkNewStudy(name);
    } catch (IllegalArgumentException refused) {
      throw new InvalidRequestException(refused.getMessage());
    }
    return send(UUID.randomUUID(), RequestedState.ACTIVE, ApplyResult.Effect.CREATED, List.of());
  }

  private ApplyResult change(Study existing) {
    StatusView status = StatusView.of(records.decisions(existing));
    refuseWhenNameIsTaken(existing, status);
    StudySpecDifference difference =
        StudySpecDifference.between(StudyDefinition.specOf(existing), wanted.spec());
    if (!difference.refused().isEmpty()) {
      throw new InvalidRequestException(
          "study '"
              + name
              + "' exists, and these settings cannot change; nothing was sent:\n"
              + difference.refused().stream()
                  .map(problem -> "  " + problem)
                  .collect(Collectors.joining("\n")));
    }
    if (difference.isEmpty()) {
      return new ApplyResult(
          existing.getIncarnation(),
          ApplyResult.Effect.UNCHANGED,
          List.of(),
          OptionalLong.empty(),
          Optional.of(status));
    }
    return send(
        existing.getIncarnation(),
        // A finished study is applied to continue, whatever was requested before it finished.
        status.isFinished() ? RequestedState.ACTIVE : existing.getRequestedState(),
        status.isFinished() ? ApplyResult.Effect.REOPENED : ApplyResult.Effect.CHANGED,
        difference.amended());
  }

  private void refuseWhenNameIsTaken(Study existing, StatusView status) {
    if (status.isClosed()) {
      throw new RequestRefusedException(
          "study '" + name + "' was closed and keeps its name; delete it, or use another name");
    }
    if (existing.getRequestedState() == RequestedState.CANCELLED && !status.isFinished()) {
      throw new RequestRefusedException(
          "study '" + name + "' was cancelled and keeps its name; delete it, or use another name");
    }
    if (options.makeNew()) {
      throw new RequestRefusedException(
          "study '" + name + "' exists; delete it before you create a new one under its name");
    }
  }

  private ApplyResult send(
      UUID incarnation, RequestedState state, ApplyResult.Effect effect, List<Problem> changes) {
    Study study = new Study(name, incarnation, state, wanted.json(), Instant.now());
    TunerAnswer answer = sender.send(study, options.timeout());
    if (answer instanceof TunerAnswer.Refused refused) {
      throw new RequestRefusedException("the tuner refused the study: " + refused.reason());
    }
    if (answer instanceof TunerAnswer.Unanswered && !options.timeout().isZero()) {
      throw new NoAnswerException(
          "the study was sent, but no tuner processed it within "
              + options.timeout().toSeconds()
              + " s. It will be "
              + effect
              + " as soon as one runs: 'flexhb tuner', or 'flexhb dev'.");
    }
    if (!(answer instanceof TunerAnswer.Decided decided)) {
      // Not every change of a finished study concerns the limit that ended it.
      return new ApplyResult(
          incarnation, unlessReopened(effect), changes, OptionalLong.empty(), Optional.empty());
    }
    Optional<StatusView> now = StatusView.after(decided.entry());
    return new ApplyResult(
        incarnation,
        now.isEmpty() ? unlessReopened(effect) : effect,
        changes,
        OptionalLong.of(decided.entry().getSequence()),
        now);
  }

  private static ApplyResult.Effect unlessReopened(ApplyResult.Effect effect) {
    return effect == ApplyResult.Effect.REOPENED ? ApplyResult.Effect.CHANGED : effect;
  }
}
