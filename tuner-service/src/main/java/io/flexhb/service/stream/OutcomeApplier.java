package io.flexhb.service.stream;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.service.metrics.StudyMeters;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.ErasedStudies;
import io.flexhb.service.suggest.SuggestionRequests;
import java.util.function.BiConsumer;

/**
 * Carries out outcomes, always in this order: the store, the topics, the heap, then meters and log.
 * An exception in between aborts the transaction; the heap still holds the previous study.
 */
final class OutcomeApplier implements Outcome.Visitor {

  private final BiConsumer<Outputs, Long> forward;
  private final ErasedStudies erased;
  private final StudyCache cache;
  private final Leases leases;
  private final StudyEraser erasing;
  private final SuggestionRequests suggestions;
  private final TunerMetrics metrics;
  private final StudyMeters meters;
  private final RejectionLog log;

  /**
   * @param forward sends records, at a time in milliseconds since 1970
   */
  OutcomeApplier(
      BiConsumer<Outputs, Long> forward,
      ErasedStudies erased,
      StudyCache cache,
      Leases leases,
      StudyEraser erasing,
      SuggestionRequests suggestions,
      TunerMetrics metrics,
      StudyMeters meters,
      RejectionLog log) {
    this.forward = forward;
    this.erased = erased;
    this.cache = cache;
    this.leases = leases;
    this.erasing = erasing;
    this.suggestions = suggestions;
    this.metrics = metrics;
    this.meters = meters;
    this.log = log;
  }

  @Override
  public void on(Outcome.Ignored outcome, DecodedInput in) {
    // Nothing to do.
  }

  @Override
  public void on(Outcome.Refused outcome, DecodedInput in) {
    rejected(outcome.rejection(), in);
  }

  @Override
  public void on(Outcome.Answered outcome, DecodedInput in) {
    forward.accept(outcome.outputs(), in.now());
    outcome.study().ifPresent(state -> leases.renew(state, outcome.event()));
    count(outcome.event(), outcome.decision(), in);
  }

  @Override
  public void on(Outcome.Changed outcome, DecodedInput in) {
    Outcome.Change change = outcome.change();
    // Read before the study in the heap is replaced.
    var before = change.stateBefore();
    StudyState after = change.after();
    change.writes().apply();
    forward.accept(outcome.outputs(), in.now());
    cache.install(change);
    StudyLog.changed(before, after);
    meters.decided(before, after, outcome.decision(), change.stateChanges());
    leases.changed(before, after, change.stateChanges(), outcome.event());
    if (after.status() == StudyStatus.DELETED) {
      erasing.begin(change.keys(), after, in.now());
    } else {
      request(after, change.stateChanges());
    }
    count(outcome.event(), outcome.decision(), in);
  }

  @Override
  public void on(Outcome.Removed outcome, DecodedInput in) {
    forward.accept(outcome.outputs(), in.now());
  }

  @Override
  public void on(Outcome.Held outcome, DecodedInput in) {
    erased.hold(outcome.keys(), outcome.erasure(), outcome.held());
    metrics.input(TunerMetrics.Input.HELD);
  }

  @Override
  public void on(Outcome.DeadLettered outcome, DecodedInput in) {
    send(outcome.letter(), in.now());
    outcome.answer().accept(this, in);
  }

  /** Sends a record that could not be decoded to the DLQ. */
  void send(Outcome.DeadLetter letter, long now) {
    log.poison(letter.key(), letter.origin(), letter.reason(), now);
    forward.accept(letter.outputs(), now);
    metrics.input(TunerMetrics.Input.POISON);
  }

  private void request(StudyState after, StateChanges changes) {
    if (after.status().isOver()) {
      suggestions.forget(after.spec().study());
      return;
    }
    for (long request : changes.requests()) {
      if (after.suggestions().pending().containsKey(request)) {
        suggestions.request(after, request);
      }
    }
  }

  private void count(StudyEvent event, Decision decision, DecodedInput in) {
    metrics.event(event);
    if (event instanceof StudyEvent.LeaseExpired) {
      metrics.leaseExpired();
    }
    metrics.decided(decision.commands().size(), decision.changesState());
    if (!decision.commands().isEmpty()) {
      answered(in);
    }
    decision.rejection().ifPresent(rejection -> rejected(rejection, in));
  }

  /** Measures how long a worker had to wait; a heartbeat gets no answer. */
  private void answered(DecodedInput in) {
    if (in.record() instanceof TrialEvent event && event.getKind() == TrialEventKind.METRICS) {
      metrics.answered(TunerMetrics.Awaited.REPORT, event.getSentAt());
    } else if (in.record() instanceof WorkRequest ask) {
      metrics.answered(TunerMetrics.Awaited.ASK, ask.getSentAt());
    }
  }

  private void rejected(Rejection rejection, DecodedInput in) {
    metrics.rejected(rejection.kind());
    LogFields.during(in.record(), () -> log.rejected(rejection, in.study(), in.origin(), in.now()));
  }
}
