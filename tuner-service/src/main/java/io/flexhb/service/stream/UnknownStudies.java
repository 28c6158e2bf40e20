package io.flexhb.service.stream;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.study.Decision;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.StudyEvent;
import io.flexhb.service.codec.EventCodec;
import io.flexhb.service.codec.PoisonRecord;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.ErasedStudies;
import io.flexhb.service.store.StudyKeys;
import io.flexhb.topics.Ids;
import java.time.Instant;
import java.util.Optional;

/** Records about studies that do not exist: not yet, or not any more. */
final class UnknownStudies {

  private final Task task;
  private final KnownStudies known;

  UnknownStudies(Task task, KnownStudies known) {
    this.task = task;
    this.known = known;
  }

  Outcome handle(Inbound in) {
    StudyKeys keys = new StudyKeys(in.study());
    Optional<ErasedStudies.Erasure> erasure = task.store().erased().load(keys);
    if (isLeaseCheck(in)) {
      return Outcome.NONE;
    }
    boolean forTheNext = erasure.isPresent() && isForTheNext(in, erasure.get());
    if (isDeletion(in)) {
      // Such a wish need not hold a definition, so there may be no event in it.
      return forTheNext
          ? hold(keys, erasure.get(), in)
          : erasure.isPresent() ? Outcome.NONE : gone(in);
    }
    StudyEvent event = EventCodec.event(in.record(), in.now(), Optional.empty());
    if (forTheNext) {
      return hold(keys, erasure.get(), in);
    }
    if (event instanceof StudyEvent.Applied applied) {
      return erasure.isPresent() ? Outcome.NONE : create(applied, in);
    }
    if (ofAUser(in).isPresent()) {
      throw new PoisonRecord(
          "there is no study that these configurations are for; create it, then send them again");
    }
    Decision decision =
        StudyEngine.decideAbsent(event, erasure.map(ErasedStudies.Erasure::incarnation));
    return answer(keys, decision, in);
  }

  /** The id's rule is younger than some studies: it is asked where one is made, not where read. */
  private Outcome create(StudyEvent.Applied applied, Inbound in) {
    try {
      Ids.checkNewStudy(in.study());
    } catch (IllegalArgumentException refused) {
      throw new PoisonRecord(refused.getMessage());
    }
    return known.create(applied, in);
  }

  /** Sent once by a person or a platform; nobody would send it again by himself. */
  private static Optional<SuggestionResult> ofAUser(Inbound in) {
    return Optional.of(in.record())
        .filter(SuggestionResult.class::isInstance)
        .map(SuggestionResult.class::cast)
        .filter(
            result ->
                result.getSource() == SuggestionSource.ENQUEUED
                    || result.getSource() == SuggestionSource.IMPORTED);
  }

  private static boolean isLeaseCheck(Inbound in) {
    return in.record() instanceof TrialEvent event && event.getKind() == TrialEventKind.LEASE_CHECK;
  }

  private static boolean isDeletion(Inbound in) {
    return in.record() instanceof Study study
        && study.getRequestedState() == RequestedState.DELETED;
  }

  /** Whether the record is about the study that will have the name next, and is sent only once. */
  private static boolean isForTheNext(Inbound in, ErasedStudies.Erasure erasure) {
    if (in.record() instanceof Study study) {
      return !study.getIncarnation().equals(erasure.incarnation());
    }
    return ofAUser(in)
        .filter(result -> !erasure.incarnation().equals(result.getIncarnation()))
        .isPresent();
  }

  private Outcome hold(StudyKeys keys, ErasedStudies.Erasure erasure, Inbound in) {
    task.encoding().checkEntry("kept until the study is erased", in.value().length);
    return () -> {
      task.store().erased().hold(keys, erasure, new ErasedStudies.Held(in.origin(), in.value()));
      task.metrics().input(TunerMetrics.Input.HELD);
    };
  }

  /** Deleted before it was made: what is left is the record that says so. */
  private Outcome gone(Inbound in) {
    Outputs outputs = task.outputs();
    outputs.tombstone(Nodes.STUDIES_OUT, in.study());
    return () -> outputs.forward(task.context(), in.now());
  }

  private Outcome answer(StudyKeys keys, Decision decision, Inbound in) {
    Outputs outputs = task.outputs();
    Task.send(
        outputs, in.study(), keys.recordKey(), decision.commands(), Instant.ofEpochMilli(in.now()));
    return () -> {
      outputs.forward(task.context(), in.now());
      if (!decision.commands().isEmpty()) {
        task.metrics().decided(decision.commands().size(), false);
      }
      decision.rejection().ifPresent(rejection -> known.rejected(rejection, in).commit());
    };
  }
}
