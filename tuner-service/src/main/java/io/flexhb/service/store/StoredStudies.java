package io.flexhb.service.store;

import io.flexhb.avro.store.StoredDefinition;
import io.flexhb.avro.store.StoredStudy;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.codec.Definitions;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.Validated;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.ImportedConfiguration;
import io.flexhb.core.study.state.Imports;
import io.flexhb.core.study.state.RowRanges;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Suggestions;
import io.flexhb.core.study.state.Trial;
import io.vavr.collection.TreeMap;
import io.vavr.collection.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Reads whole studies from the store, and writes them change by change. */
public final class StoredStudies {

  /**
   * A study as it is in the store.
   *
   * @param enqueuedFrom place of the first enqueued configuration
   */
  public record Restored(StudyState state, long enqueuedFrom) {}

  private final KeyValueStore<Bytes, byte[]> store;
  private final StoredForms forms;

  StoredStudies(KeyValueStore<Bytes, byte[]> store, StoredForms forms) {
    this.store = store;
    this.forms = forms;
  }

  /**
   * The study; empty when there is none or it is being erased.
   *
   * @throws StoreFormatException when this version cannot read it
   */
  public Optional<Restored> load(StudyKeys keys) {
    byte[] header = store.get(keys.header());
    if (header == null) {
      return Optional.empty();
    }
    StoredStudy stored = forms.study.decode(header);
    UUID incarnation = UUID.fromString(stored.getIncarnation());
    Parts parts = parts(keys, incarnation);
    String definition = parts.definition.orElseThrow(() -> incomplete(keys, "definition"));
    requireCount(keys, "trials", stored.getTrials(), parts.trials.size());
    requireCount(keys, "brackets", stored.getBrackets(), parts.brackets.size());
    requireCount(
        keys,
        "enqueued configurations",
        stored.getEnqueuedUntil() - stored.getEnqueuedFrom(),
        parts.enqueued.size());
    requireCount(
        keys, "imported configurations", stored.getImportedConfigurations(), parts.imported.size());
    requireCount(keys, "imports", stored.getImports(), parts.imports.size());
    Suggestions suggestions =
        new Suggestions(
            stored.getNextRequest(), parts.pending, parts.prepared, Vector.ofAll(parts.enqueued));
    StudyState state =
        StudyState.assemble(
            StoredHeaders.fromStore(
                stored,
                spec(keys, definition),
                suggestions,
                Imports.of(parts.imported, parts.imports)),
            parts.trials,
            parts.brackets,
            parts.slots);
    return Optional.of(new Restored(state, stored.getEnqueuedFrom()));
  }

  private static StudySpec spec(StudyKeys keys, String definition) {
    Validated<StudySpec> read = Definitions.readStored(definition);
    if (!read.isValid()) {
      throw new StoreFormatException(
          "the definition of study "
              + keys.study()
              + " in the state store is not valid for this version: "
              + read.problems().stream().map(Problem::toString).collect(Collectors.joining("; ")),
          null);
    }
    return read.orElseThrow();
  }

  private static final class Parts {
    private Optional<String> definition = Optional.empty();
    private final List<Trial> trials = new ArrayList<>();
    private final List<Bracket> brackets = new ArrayList<>();
    private final List<Slot> slots = new ArrayList<>();
    private final List<Configuration> enqueued = new ArrayList<>();
    private final List<ImportedConfiguration> imported = new ArrayList<>();
    private final Map<String, RowRanges> imports = new java.util.TreeMap<>();
    private TreeMap<Long, Suggestions.Pending> pending = TreeMap.empty();
    private TreeMap<Long, Suggestions.Prepared> prepared = TreeMap.empty();
  }

  private Parts parts(StudyKeys keys, UUID incarnation) {
    Parts parts = new Parts();
    try (KeyValueIterator<Bytes, byte[]> entries = store.range(keys.first(), keys.last())) {
      while (entries.hasNext()) {
        KeyValue<Bytes, byte[]> entry = entries.next();
        add(parts, keys.kind(entry.key), entry.value, incarnation);
      }
    }
    return parts;
  }

  private void add(Parts parts, StudyKeys.Kind kind, byte[] value, UUID incarnation) {
    switch (kind) {
      case DEFINITION ->
          parts.definition = Optional.of(forms.definition.decode(value).getDefinition());
      case BRACKET -> parts.brackets.add(StoredParts.fromStore(forms.bracket.decode(value)));
      case TRIAL ->
          parts.trials.add(StoredTrials.fromStore(forms.trial.decode(value), incarnation));
      case SLOT -> parts.slots.add(StoredParts.fromStore(forms.slot.decode(value), incarnation));
      case ENQUEUED ->
          parts.enqueued.add(ConfigurationCodec.fromWire(forms.enqueued.decode(value)));
      case SUGGESTION -> {
        var suggestion = forms.suggestion.decode(value);
        if (suggestion.getAnswer() == null) {
          Suggestions.Pending pending = StoredParts.pending(suggestion);
          parts.pending = parts.pending.put(pending.request(), pending);
        } else {
          Suggestions.Prepared prepared = StoredParts.prepared(suggestion);
          parts.prepared = parts.prepared.put(prepared.request(), prepared);
        }
      }
      case IMPORTED -> parts.imported.add(StoredImports.fromStore(forms.imported.decode(value)));
      case IMPORT -> {
        var rows = forms.importRows.decode(value);
        parts.imports.put(rows.getImportId(), StoredImports.fromStore(rows));
      }
      case STUDY, ERASURE, HELD -> {
        // The header is already read; the others belong to erasure.
      }
    }
  }

  private static void requireCount(StudyKeys keys, String what, long expected, long found) {
    if (expected != found) {
      throw incomplete(keys, what + " (" + found + " of " + expected + " are there)");
    }
  }

  private static StoreFormatException incomplete(StudyKeys keys, String what) {
    return new StoreFormatException(
        "study "
            + keys.study()
            + " in the state store lacks its "
            + what
            + "; delete the state directory so that it is restored from the changelog",
        null);
  }

  /**
   * The changes that a decision makes in the store.
   *
   * @param before empty when the decision created the study
   * @param enqueuedFrom place of the first enqueued configuration after the decision
   */
  public WriteBatch changes(
      StudyKeys keys,
      StateChanges changes,
      Optional<StudyState> before,
      StudyState after,
      long enqueuedFrom) {
    WriteBatch writes = new WriteBatch(store);
    if (changes.spec()) {
      writes.put(
          keys.definition(),
          forms.definition.encode(new StoredDefinition(Definitions.write(after.spec()))));
    }
    writes.put(keys.header(), forms.study.encode(StoredHeaders.toStore(after, enqueuedFrom)));
    for (int number : changes.trials()) {
      writes.put(
          keys.trial(number), forms.trial.encode(StoredTrials.toStore(after.trials().get(number))));
    }
    for (int number : changes.brackets()) {
      bracket(writes, keys, before, after.brackets().get(number));
    }
    for (SlotId id : changes.slots()) {
      slot(writes, keys, id, before, after);
    }
    for (long request : changes.requests()) {
      suggestion(writes, keys, request, after.suggestions());
    }
    for (int number : changes.imported()) {
      writes.put(
          keys.imported(number),
          forms.imported.encode(
              StoredImports.toStore(after.imports().configurations().get(number))));
    }
    for (String id : changes.imports()) {
      writes.put(
          keys.importRows(id),
          forms.importRows.encode(StoredImports.toStore(id, after.imports().rows().get(id).get())));
    }
    queue(writes, keys, changes, after, enqueuedFrom);
    return writes;
  }

  private void bracket(
      WriteBatch writes, StudyKeys keys, Optional<StudyState> before, Bracket bracket) {
    int number = bracket.number();
    boolean same =
        before.isPresent()
            && number < before.get().brackets().size()
            && before.get().brackets().get(number) == bracket;
    if (!same) {
      writes.put(keys.bracket(number), forms.bracket.encode(StoredParts.toStore(bracket)));
    }
  }

  private void slot(
      WriteBatch writes, StudyKeys keys, SlotId id, Optional<StudyState> before, StudyState after) {
    Slot was = before.flatMap(s -> s.slotTable().slots().get(id).toJavaOptional()).orElse(null);
    Slot is = after.slotTable().slots().get(id).getOrNull();
    if (is == was) {
      return;
    }
    if (is == null) {
      writes.delete(keys.slot(id));
    } else {
      writes.put(keys.slot(id), forms.slot.encode(StoredParts.toStore(is)));
    }
  }

  private void suggestion(WriteBatch writes, StudyKeys keys, long request, Suggestions after) {
    var pending = after.pending().get(request);
    var prepared = after.prepared().get(request);
    if (pending.isDefined()) {
      writes.put(
          keys.suggestion(request), forms.suggestion.encode(StoredParts.toStore(pending.get())));
    } else if (prepared.isDefined()) {
      writes.put(
          keys.suggestion(request), forms.suggestion.encode(StoredParts.toStore(prepared.get())));
    } else {
      writes.delete(keys.suggestion(request));
    }
  }

  /** Configurations are taken from the front of the queue and added at its end. */
  private void queue(
      WriteBatch writes,
      StudyKeys keys,
      StateChanges changes,
      StudyState after,
      long enqueuedFrom) {
    for (long place = enqueuedFrom - changes.dequeued(); place < enqueuedFrom; place++) {
      writes.delete(keys.enqueued(place));
    }
    Vector<Configuration> queue = after.suggestions().enqueued();
    for (int i = Math.max(0, queue.size() - changes.enqueued()); i < queue.size(); i++) {
      writes.put(
          keys.enqueued(enqueuedFrom + i),
          forms.enqueued.encode(ConfigurationCodec.toWire(queue.get(i))));
    }
  }
}
