package io.flexhb.service.stream;

import io.flexhb.avro.Study;
import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.WorkRequest;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.Decided;
import io.flexhb.core.study.Decision;
import io.flexhb.core.study.Rejection;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.StudyEvent;
import io.flexhb.core.study.StudyState;
import io.flexhb.core.study.StudyStatus;
import io.flexhb.core.study.Touched;
import io.flexhb.core.study.Trial;
import io.flexhb.service.codec.EventCodec;
import io.flexhb.service.codec.JournalCodec;
import io.flexhb.service.codec.LeaseCheckCodec;
import io.flexhb.service.codec.PoisonRecord;
import io.flexhb.service.codec.TrialViewCodec;
import io.flexhb.service.metrics.TunerMetrics;
import io.flexhb.service.store.StudyKeys;
import io.flexhb.service.store.Writes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts what happens to a study before the engine, and carries out what the engine decides. */
final class KnownStudies {

  private static final Logger LOG = LoggerFactory.getLogger(KnownStudies.class);

  /**
   * What a trial takes of the journal entry that decides its rung, about: 340 bytes measured with
   * GloSH, 500 where checkpoints are discarded too, with ids of 20 characters.
   */
  private static final long DECIDED_BYTES = 500;

  private final Task task;
  private final Erasing erasing;

  KnownStudies(Task task, Erasing erasing) {
    this.task = task;
    this.erasing = erasing;
  }

  /** What a record about a study in the heap leads to. */
  Outcome handle(LiveStudy live, Inbound in) {
    StudyState state = live.state();
    if (in.record() instanceof TrialEvent e && e.getKind() == TrialEventKind.LEASE_CHECK) {
      boolean expired =
          e.getIncarnation().equals(state.incarnation())
              && task.leases().returned(in.study(), LeaseCheckCodec.fromWire(e), in.now());
      if (!expired) {
        return Outcome.NONE;
      }
      task.metrics().leaseExpired();
    }
    if (in.record() instanceof SuggestionResult result && isOfAnother(result, state)) {
      return rejected(
          new Rejection(Rejection.Kind.ZOMBIE, "suggestion for another incarnation of the study"),
          in);
    }
    StudyEvent event = EventCodec.event(in.record(), in.now(), Optional.of(state.spec()));
    Decided decided = decide(Optional.of(state), event, in);
    return outcome(Optional.of(live), live.keys(), live.recordKey(), event, decided, in);
  }

  /**
   * What the record that makes a study leads to.
   *
   * @throws PoisonRecord when its rungs are too large to be decided
   */
  Outcome create(StudyEvent.Applied event, Inbound in) {
    requireDecidable(event.spec());
    Decided decided = decide(Optional.empty(), event, in);
    StudyKeys keys = new StudyKeys(in.study());
    return outcome(Optional.empty(), keys, keys.recordKey(), event, decided, in);
  }

  /** Better refused now than stuck when its first rung is complete. */
  private void requireDecidable(StudySpec spec) {
    if (spec.isAsynchronous()) {
      return;
    }
    int trials =
        spec.arrangement().stream()
            .filter(bracket -> bracket.rungs().size() > 1)
            .mapToInt(bracket -> bracket.rungs().get(0).n())
            .max()
            .orElse(0);
    if (trials * DECIDED_BYTES > task.encoding().maxBytes()) {
      throw new PoisonRecord(
          "its first bracket starts "
              + trials
              + " trials, and the decision on them would need a record of about "
              + trials * DECIDED_BYTES
              + " bytes, more than flexhb.record.max.bytes="
              + task.encoding().maxBytes()
              + "; raise resource.min or resource.eta, count in a larger unit, or raise that"
              + " together with max.message.bytes of the topics");
    }
  }

  private static boolean isOfAnother(SuggestionResult result, StudyState state) {
    UUID incarnation = result.getIncarnation();
    return incarnation != null && !incarnation.equals(state.incarnation());
  }

  /** The record had no effect at all. */
  Outcome rejected(Rejection rejection, Inbound in) {
    return () -> {
      task.metrics().rejected(rejection.kind());
      LogFields.during(
          in.record(),
          () -> task.complaints().rejected(rejection, in.study(), in.origin(), in.now()));
    };
  }

  /**
   * The engine is pure: what it fails at now it would fail at for ever, and hold up every study of
   * the partition. So a fault of ours costs this one record.
   */
  private static Decided decide(Optional<StudyState> state, StudyEvent event, Inbound in) {
    try {
      return StudyEngine.decideAndApply(state, event);
    } catch (RuntimeException fault) {
      LOG.error("Study {}: the engine fails at {} ({})", in.study(), event, in.origin(), fault);
      throw new PoisonRecord(
          "the engine failed, please report this together with the journal: " + fault, fault);
    }
  }

  private Outcome outcome(
      Optional<LiveStudy> live,
      StudyKeys keys,
      byte[] recordKey,
      StudyEvent event,
      Decided decided,
      Inbound in) {
    Decision decision = decided.decision();
    Outputs outputs = task.outputs();
    List<io.flexhb.avro.Command> commands =
        Task.send(outputs, in.study(), recordKey, decision.commands(), at(in));
    if (event instanceof StudyEvent.Applied || event instanceof StudyEvent.Imported) {
      tellTheSender(event, decision, recordKey, in, outputs);
    }
    if (!decision.changesState()) {
      return () -> {
        outputs.forward(task.context(), in.now());
        live.ifPresent(l -> task.leases().heard(l.state(), event));
        count(event, decision, in);
      };
    }
    Optional<StudyState> before = live.map(LiveStudy::state);
    StudyState after = decided.after().orElseThrow();
    Touched touched = Touched.by(decision, before, after);
    long enqueuedFrom = live.map(LiveStudy::enqueuedFrom).orElse(0L) + touched.dequeued();
    outputs.add(
        Nodes.DECISIONS,
        JournalCodec.key(in.study(), after.sequence()),
        JournalCodec.entry(
            in.record(),
            in.origin(),
            at(in),
            after,
            decision.facts(),
            commands,
            decision.reasons()));
    views(outputs, before, after, touched, in);
    Writes writes = task.store().studies().changes(keys, touched, before, after, enqueuedFrom);
    task.encoding().checkEntry("a part of the study", writes.largest());
    return () -> {
      writes.apply();
      outputs.forward(task.context(), in.now());
      install(live, keys, after, enqueuedFrom);
      tellTheOperator(before, after);
      tellOfTraining(before, after);
      task.meters().decided(before, after, decision, touched);
      task.leases().changed(before, after, touched, event);
      if (after.status() == StudyStatus.DELETED) {
        erasing.begin(keys, after, in.now());
      } else {
        ask(after, touched);
      }
      count(event, decision, in);
    };
  }

  /** A study that nobody paused or ended should be found in the log, and when that was. */
  private static void tellTheOperator(Optional<StudyState> before, StudyState after) {
    if (before.map(StudyState::status).filter(after.status()::equals).isEmpty()) {
      LOG.atInfo()
          .addKeyValue(LogFields.DECISION, after.sequence())
          .log(
              "Study {} ({}) is {}{}",
              after.spec().study(),
              after.incarnation(),
              after.status(),
              after.statusReason().isEmpty() ? "" : ": " + after.statusReason());
    }
  }

  /** When it comes to that, which is once, unless a study falls behind again. */
  private static void tellOfTraining(Optional<StudyState> before, StudyState after) {
    long most = after.spec().ladder().maxResource();
    boolean was = before.filter(state -> state.budget().isOvertrained(most)).isPresent();
    if (!was && after.budget().isOvertrained(most)) {
      LOG.warn(
          "Study {}: {} {} are trained though {} were granted: trainers report less often than rungs"
              + " are apart, or do not wait at their boundary; report each of them, or wait at"
              + " untilResource",
          after.spec().study(),
          after.budget().trained(),
          after.spec().unit(),
          after.budget().spent());
    }
  }

  private static Instant at(Inbound in) {
    return Instant.ofEpochMilli(in.now());
  }

  /** Whoever sent a wish, or results from before, hears on the DLQ what was wrong with it. */
  private static void tellTheSender(
      StudyEvent event, Decision decision, byte[] recordKey, Inbound in, Outputs outputs) {
    decision
        .rejection()
        .filter(
            r ->
                r.kind() == Rejection.Kind.INVALID
                    || event instanceof StudyEvent.Imported && r.kind() == Rejection.Kind.LATE)
        .ifPresent(
            r ->
                outputs.poison(
                    recordKey, in.value(), in.headers(), in.origin(), r.message(), in.now()));
  }

  /** The newest views of trials that look different now. */
  private static void views(
      Outputs outputs, Optional<StudyState> before, StudyState after, Touched touched, Inbound in) {
    for (int number : touched.trials()) {
      Trial is = after.trials().get(number);
      Optional<Trial> was = before.flatMap(state -> state.trial(number));
      if (was.filter(trial -> TrialViewCodec.looksTheSame(trial, is)).isEmpty()) {
        outputs.add(
            Nodes.TRIALS, in.study() + "/" + number, TrialViewCodec.toWire(after, is, at(in)));
      }
    }
  }

  private void install(
      Optional<LiveStudy> live, StudyKeys keys, StudyState after, long enqueuedFrom) {
    if (live.isPresent()) {
      live.get().install(after, enqueuedFrom);
    } else {
      task.shelf().add(new LiveStudy(keys, after, enqueuedFrom));
    }
  }

  private void ask(StudyState after, Touched touched) {
    if (after.status().isOver()) {
      task.suggestions().forget(after.spec().study());
      return;
    }
    for (long request : touched.requests()) {
      if (after.suggestions().pending().containsKey(request)) {
        task.suggestions().request(after, request);
      }
    }
  }

  private void count(StudyEvent event, Decision decision, Inbound in) {
    task.metrics().event(event);
    task.metrics().decided(decision.commands().size(), decision.changesState());
    if (!decision.commands().isEmpty()) {
      answered(in);
    }
    decision.rejection().ifPresent(rejection -> rejected(rejection, in).commit());
  }

  /** How long a worker had to wait; what only keeps its lease waits for nothing. */
  private void answered(Inbound in) {
    if (in.record() instanceof TrialEvent event && event.getKind() == TrialEventKind.METRICS) {
      task.metrics().answered(TunerMetrics.Awaited.REPORT, event.getSentAt());
    } else if (in.record() instanceof WorkRequest ask) {
      task.metrics().answered(TunerMetrics.Awaited.ASK, ask.getSentAt());
    }
  }

  /** The record of a study that lives, as its platform would write it. */
  static Study wish(StudyState state, String definition, Instant at) {
    return new Study(
        state.spec().study(),
        state.incarnation(),
        switch (state.status()) {
          case ACTIVE, FINISHED -> io.flexhb.avro.RequestedState.ACTIVE;
          case PAUSED -> io.flexhb.avro.RequestedState.PAUSED;
          case CANCELLED -> io.flexhb.avro.RequestedState.CANCELLED;
          case DELETED -> io.flexhb.avro.RequestedState.DELETED;
          case CLOSED -> io.flexhb.avro.RequestedState.CLOSED;
        },
        definition,
        at);
  }
}
