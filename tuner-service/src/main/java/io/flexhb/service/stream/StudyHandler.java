package io.flexhb.service.stream;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.codec.EventCodec;
import io.flexhb.codec.LeaseCheckCodec;
import io.flexhb.codec.PoisonRecord;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.DecisionAndState;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.service.store.ErasedStudies;
import io.flexhb.service.store.StudyKeys;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes a decoded record to its study and lets the engine decide. Returns the outcome; changes
 * neither store nor topics.
 */
final class StudyHandler {

  private static final Logger LOG = LoggerFactory.getLogger(StudyHandler.class);

  private static final Outcome IGNORED = new Outcome.Ignored();

  private final StudyCache cache;
  private final ErasedStudies erased;
  private final Leases leases;
  private final DecisionEncoder encoder;

  StudyHandler(StudyCache cache, ErasedStudies erased, Leases leases, DecisionEncoder encoder) {
    this.cache = cache;
    this.erased = erased;
    this.leases = leases;
    this.encoder = encoder;
  }

  Outcome handle(DecodedInput in) {
    try {
      return handleUsable(in);
    } catch (PoisonRecord poison) {
      return deadLetter(in, poison.getMessage());
    }
  }

  private Outcome handleUsable(DecodedInput in) {
    Optional<LiveStudy> live = cache.find(in.study());
    return live.isPresent() ? existing(live.get(), in) : absent(in);
  }

  private Outcome existing(LiveStudy live, DecodedInput in) {
    StudyState state = live.state();
    if (isLeaseCheck(in)) {
      TrialEvent check = (TrialEvent) in.record();
      boolean expired =
          check.getIncarnation().equals(state.incarnation())
              && leases.returned(in.study(), LeaseCheckCodec.fromWire(check), in.now());
      if (!expired) {
        return IGNORED;
      }
    }
    if (in.record() instanceof SuggestionResult result && isOfAnother(result, state)) {
      return new Outcome.Refused(
          new Rejection(Rejection.Kind.ZOMBIE, "suggestion for another incarnation of the study"));
    }
    StudyEvent event = EventCodec.event(in.record(), in.now(), Optional.of(state.spec()));
    DecisionAndState decided = decide(Optional.of(state), Optional.empty(), event, in);
    return encoder.encode(Optional.of(live), live.keys(), event, decided, in);
  }

  /** The study does not exist: not yet, or no longer. */
  private Outcome absent(DecodedInput in) {
    if (isLeaseCheck(in)) {
      return IGNORED;
    }
    StudyKeys keys = new StudyKeys(in.study());
    Optional<ErasedStudies.Erasure> erasure = erased.load(keys);
    boolean forNextStudy = erasure.isPresent() && isForNextStudy(in, erasure.get());
    if (isDeletion(in)) {
      // A deletion need not have a definition, so there may be no event for it.
      return forNextStudy
          ? encoder.hold(keys, erasure.get(), in)
          : erasure.isPresent() ? IGNORED : encoder.remove(in);
    }
    StudyEvent event = EventCodec.event(in.record(), in.now(), Optional.empty());
    if (forNextStudy) {
      return encoder.hold(keys, erasure.get(), in);
    }
    if (event instanceof StudyEvent.Applied applied) {
      if (erasure.isPresent()) {
        return IGNORED;
      }
      encoder.requireEncodable(in.study(), applied.spec());
    } else if (isSentOnce(in)) {
      throw new PoisonRecord(
          "there is no study for these configurations; create it, then send them again");
    }
    DecisionAndState decided =
        decide(Optional.empty(), erasure.map(ErasedStudies.Erasure::incarnation), event, in);
    return encoder.encode(Optional.empty(), keys, event, decided, in);
  }

  /**
   * The engine is pure: an event that fails once would fail forever and block every study of the
   * partition. So an engine fault rejects only this record.
   */
  private static DecisionAndState decide(
      Optional<StudyState> state, Optional<UUID> erased, StudyEvent event, DecodedInput in) {
    try {
      return StudyEngine.decideAndApply(state, erased, event);
    } catch (RuntimeException fault) {
      LOG.error("Study {}: the engine fails at {} ({})", in.study(), event, in.origin(), fault);
      throw new PoisonRecord(
          "the engine failed, please report this together with the journal: " + fault, fault);
    }
  }

  private Outcome deadLetter(DecodedInput in, String reason) {
    byte[] key = in.study().getBytes(StandardCharsets.UTF_8);
    return new Outcome.DeadLettered(
        encoder.deadLetter(key, in.value(), in.headers(), in.origin(), reason, in.now()),
        answerTo(in, reason));
  }

  /**
   * An attempt waits for the answer to its report: without an answer a bad report would cost it its
   * lease.
   */
  private Outcome answerTo(DecodedInput in, String reason) {
    if (!(in.record() instanceof TrialEvent event) || event.getKind() != TrialEventKind.METRICS) {
      return IGNORED;
    }
    try {
      return handleUsable(in.with(EventCodec.unusable(event, reason)));
    } catch (PoisonRecord unreadable) {
      // The record belongs to no attempt, or the engine failed.
      return IGNORED;
    }
  }

  private static boolean isLeaseCheck(DecodedInput in) {
    return in.record() instanceof TrialEvent event && event.getKind() == TrialEventKind.LEASE_CHECK;
  }

  private static boolean isDeletion(DecodedInput in) {
    return in.record() instanceof Study study
        && study.getRequestedState() == RequestedState.DELETED;
  }

  /**
   * Whether the record was sent once by a user or a platform that would not send it again by
   * unreadable.
   */
  private static boolean isSentOnce(DecodedInput in) {
    return in.record() instanceof SuggestionResult result
        && (result.getSource() == SuggestionSource.ENQUEUED
            || result.getSource() == SuggestionSource.IMPORTED);
  }

  private static boolean isOfAnother(SuggestionResult result, StudyState state) {
    UUID incarnation = result.getIncarnation();
    return incarnation != null && !incarnation.equals(state.incarnation());
  }

  /** Whether the record belongs to the next study of that name and is sent only once. */
  private static boolean isForNextStudy(DecodedInput in, ErasedStudies.Erasure erasure) {
    if (in.record() instanceof Study study) {
      return !study.getIncarnation().equals(erasure.incarnation());
    }
    return isSentOnce(in)
        && !erasure.incarnation().equals(((SuggestionResult) in.record()).getIncarnation());
  }
}
