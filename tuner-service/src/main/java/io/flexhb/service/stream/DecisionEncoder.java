package io.flexhb.service.stream;

import io.flexhb.codec.CommandCodec;
import io.flexhb.codec.JournalCodec;
import io.flexhb.codec.Origin;
import io.flexhb.codec.PoisonRecord;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.DecisionAndState;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.service.store.ErasedStudies;
import io.flexhb.service.store.StoredStudies;
import io.flexhb.service.store.StudyKeys;
import io.flexhb.service.store.WriteBatch;
import io.flexhb.topics.Ids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/** Encodes decisions as records and store entries; sends and stores nothing. */
final class DecisionEncoder {

  /**
   * Approximate size of one trial in the journal entry that decides its rung: 340 bytes measured
   * with GloSH, 500 where checkpoints are discarded too, with ids of 20 characters.
   */
  private static final long DECIDED_BYTES = 500;

  private final Encoding encoding;
  private final StoredStudies stored;

  DecisionEncoder(Encoding encoding, StoredStudies stored) {
    this.encoding = encoding;
    this.stored = stored;
  }

  /**
   * Checks a definition before its study is created, so that it is refused now and does not get
   * stuck when its first rung is complete. The rule for names is newer than some studies, so it is
   * checked here and not where names are read.
   *
   * @throws PoisonRecord when its name is not allowed or a decision on its rungs would be too large
   *     for a record
   */
  void requireEncodable(String study, StudySpec spec) {
    try {
      Ids.checkNewStudy(study);
    } catch (IllegalArgumentException refused) {
      throw new PoisonRecord(refused.getMessage());
    }
    if (spec.isAsynchronous()) {
      return;
    }
    int trials =
        spec.arrangement().stream()
            .filter(bracket -> bracket.rungs().size() > 1)
            .mapToInt(bracket -> bracket.rungs().get(0).n())
            .max()
            .orElse(0);
    if (trials * DECIDED_BYTES > encoding.maxBytes()) {
      throw new PoisonRecord(
          "its first bracket starts "
              + trials
              + " trials, and the decision on them would need a record of about "
              + trials * DECIDED_BYTES
              + " bytes, more than flexhb.record.max.bytes="
              + encoding.maxBytes()
              + "; raise resource.min or resource.eta, count in a larger unit, or raise that"
              + " together with max.message.bytes of the topics");
    }
  }

  /**
   * Encodes a decision as an outcome.
   *
   * @param live the study before, empty when it did not exist
   * @throws PoisonRecord when a record or an entry would be too large
   */
  Outcome encode(
      Optional<LiveStudy> live,
      StudyKeys keys,
      StudyEvent event,
      DecisionAndState decided,
      DecodedInput in) {
    Decision decision = decided.decision();
    byte[] recordKey = live.map(LiveStudy::recordKey).orElseGet(keys::recordKey);
    Outputs outputs = new Outputs(encoding);
    List<io.flexhb.avro.Command> commands =
        addCommands(
            outputs, in.study(), step(live, decided), recordKey, decision.commands(), at(in));
    if (event instanceof StudyEvent.Applied || event instanceof StudyEvent.Imported) {
      deadLetterForSender(event, decision, recordKey, in, outputs);
    }
    Optional<StudyState> before = live.map(LiveStudy::state);
    if (!decision.changesState()) {
      return new Outcome.Answered(event, decision, outputs, before);
    }
    StudyState after = decided.after().orElseThrow();
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
    StateChanges changes = StateChanges.by(decision, before, after);
    addViews(outputs, before, after, changes, in);
    long enqueuedFrom = live.map(LiveStudy::enqueuedFrom).orElse(0L) + changes.dequeued();
    WriteBatch writes = stored.changes(keys, changes, before, after, enqueuedFrom);
    encoding.checkEntry("a part of the study", writes.largest());
    return new Outcome.Changed(
        event,
        decision,
        outputs,
        new Outcome.Change(keys, live, after, changes, enqueuedFrom, writes));
  }

  /** Holds the record until the study is erased. */
  Outcome hold(StudyKeys keys, ErasedStudies.Erasure erasure, DecodedInput in) {
    encoding.checkEntry("kept until the study is erased", in.value().length);
    return new Outcome.Held(keys, erasure, new ErasedStudies.Held(in.origin(), in.value()));
  }

  /** Removes the record of a study that was deleted before it was created. */
  Outcome remove(DecodedInput in) {
    Outputs outputs = new Outputs(encoding);
    outputs.tombstone(Nodes.STUDIES_OUT, in.study());
    return new Outcome.Removed(outputs);
  }

  /**
   * A record on its way to the DLQ.
   *
   * @param key as found, null when it has none
   * @param value as found, null when it has none
   * @param headers as found
   * @param reason what is wrong and how to fix it
   */
  Outcome.DeadLetter deadLetter(
      byte[] key, byte[] value, Headers headers, Origin origin, String reason, long now) {
    Outputs outputs = new Outputs(encoding);
    outputs.poison(key, value, headers, origin, reason, now);
    return new Outcome.DeadLetter(key, origin, reason, outputs);
  }

  /** The study's resource unit; without a study nothing is granted. */
  private static ResourceStep step(Optional<LiveStudy> live, DecisionAndState decided) {
    return decided
        .after()
        .or(() -> live.map(LiveStudy::state))
        .map(state -> state.spec().step())
        .orElse(ResourceStep.ONE);
  }

  /** Adds the commands and returns their wire form, which the journal holds too. */
  private static List<io.flexhb.avro.Command> addCommands(
      Outputs outputs,
      String study,
      ResourceStep step,
      byte[] recordKey,
      List<Command> commands,
      Instant at) {
    List<io.flexhb.avro.Command> wire = new ArrayList<>(commands.size());
    for (Command command : commands) {
      io.flexhb.avro.Command record = CommandCodec.toWire(study, step, command, at);
      wire.add(record);
      outputs.add(Nodes.COMMANDS, recordKey, record);
    }
    return wire;
  }

  /**
   * Puts a rejected definition, request or import on the DLQ, where its sender can read what is
   * wrong.
   */
  private static void deadLetterForSender(
      StudyEvent event, Decision decision, byte[] recordKey, DecodedInput in, Outputs outputs) {
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

  /** Adds the views of trials whose view changed. */
  private static void addViews(
      Outputs outputs,
      Optional<StudyState> before,
      StudyState after,
      StateChanges changes,
      DecodedInput in) {
    for (int number : changes.trials()) {
      Trial is = after.trials().get(number);
      Optional<Trial> was = before.flatMap(state -> state.trial(number));
      if (was.filter(trial -> TrialViewCodec.looksTheSame(trial, is)).isEmpty()) {
        outputs.add(
            Nodes.TRIALS, in.study() + "/" + number, TrialViewCodec.toWire(after, is, at(in)));
      }
    }
  }

  private static Instant at(DecodedInput in) {
    return Instant.ofEpochMilli(in.now());
  }
}
