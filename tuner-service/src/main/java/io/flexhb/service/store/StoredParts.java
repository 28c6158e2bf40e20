package io.flexhb.service.store;

import io.flexhb.avro.store.StoredAnswer;
import io.flexhb.avro.store.StoredBracket;
import io.flexhb.avro.store.StoredHolding;
import io.flexhb.avro.store.StoredRung;
import io.flexhb.avro.store.StoredSlot;
import io.flexhb.avro.store.StoredSuggestion;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.Rung;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.SuspendedTrial;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.Suggestions;
import io.vavr.collection.Vector;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;

/** Converts brackets, slots and suggestions to their stored form and back. */
final class StoredParts {

  private StoredParts() {}

  static StoredBracket toStore(Bracket bracket) {
    return new StoredBracket(
        bracket.number(),
        bracket.place(),
        bracket.source(),
        bracket.plan().rungs().stream()
            .map(rung -> new StoredRung(rung.n(), rung.resource()))
            .toList(),
        bracket.rung(),
        bracket.filled(),
        bracket.members().asJava(),
        bracket.waiting(),
        bracket.closed());
  }

  static Bracket fromStore(StoredBracket stored) {
    List<Rung> rungs =
        stored.getRungs().stream().map(r -> new Rung(r.getN(), r.getResource())).toList();
    return new Bracket(
        stored.getNumber(),
        stored.getPlace(),
        stored.getSource(),
        new BracketPlan(rungs),
        stored.getRung(),
        stored.getFilled(),
        Vector.ofAll(stored.getMembers()),
        stored.getWaiting(),
        stored.getClosed());
  }

  static StoredSlot toStore(Slot slot) {
    return new StoredSlot(
        slot.id().worker(),
        slot.id().slot(),
        slot.askSequence(),
        slot.parkedOrder(),
        slot.holding().stream().map(h -> new StoredHolding(h.trial(), h.resource())).toList(),
        slot.trial(),
        slot.attempt(),
        StoredCommands.toStore(slot.waiting()));
  }

  static Slot fromStore(StoredSlot stored, UUID incarnation) {
    return new Slot(
        new SlotId(stored.getWorker(), stored.getSlot()),
        stored.getAskSequence(),
        stored.getParkedOrder(),
        stored.getHolding().stream()
            .map(h -> new SuspendedTrial(h.getTrial(), h.getResource()))
            .toList(),
        stored.getTrial(),
        stored.getAttempt(),
        StoredCommands.waiting(stored.getWaiting(), incarnation));
  }

  static StoredSuggestion toStore(Suggestions.Pending pending) {
    return new StoredSuggestion(
        pending.request(),
        pending.requestedAt(),
        null,
        pending.data().full(),
        pending.data().most(),
        pending.data().all());
  }

  static StoredSuggestion toStore(Suggestions.Prepared prepared) {
    return new StoredSuggestion(
        prepared.request(),
        0L,
        new StoredAnswer(
            ConfigurationCodec.toWire(prepared.candidates()),
            prepared.snapshotVersion(),
            prepared.explanation()),
        prepared.data().full(),
        prepared.data().most(),
        prepared.data().all());
  }

  static Suggestions.Pending pending(StoredSuggestion stored) {
    return new Suggestions.Pending(stored.getRequest(), stored.getRequestedAt(), data(stored));
  }

  static Suggestions.Prepared prepared(StoredSuggestion stored) {
    StoredAnswer answer = stored.getAnswer();
    return new Suggestions.Prepared(
        stored.getRequest(),
        ConfigurationCodec.fromWire(answer.getCandidates()),
        answer.getSnapshotVersion(),
        Collections.unmodifiableSortedMap(new TreeMap<>(answer.getExplanation())),
        data(stored));
  }

  private static Suggestions.Data data(StoredSuggestion stored) {
    return new Suggestions.Data(
        stored.getValuesAtFull(), stored.getValuesAtMost(), stored.getValuesAtAll());
  }
}
