package io.flexhb.service.store;

import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.codec.Definitions;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.ImportedConfiguration;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Suggestions;
import io.flexhb.core.study.state.Trial;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Everything that the store keeps of a study, as text, part by part: two states are equal when
 * their parts are.
 */
public final class StudyParts {

  private StudyParts() {}

  /** The parts by name, in a fixed order: {@code study}, {@code trial 7} and so on. */
  public static Map<String, String> of(StudyState state) {
    Map<String, String> parts = new LinkedHashMap<>();
    // The place of the queue's first entry is not part of the study's state.
    parts.put("study", StoredHeaders.toStore(state, 0).toString());
    parts.put("definition", Definitions.write(state.spec()));
    for (Trial trial : state.trials()) {
      parts.put("trial " + trial.number(), StoredTrials.toStore(trial).toString());
    }
    for (Bracket bracket : state.brackets()) {
      parts.put("bracket " + bracket.number(), StoredParts.toStore(bracket).toString());
    }
    for (Slot slot : state.slotTable().slots().values()) {
      parts.put("slot " + slot.id(), StoredParts.toStore(slot).toString());
    }
    for (Suggestions.Pending pending : state.suggestions().pending().values()) {
      parts.put("suggestion " + pending.request(), StoredParts.toStore(pending).toString());
    }
    for (Suggestions.Prepared prepared : state.suggestions().prepared().values()) {
      parts.put("suggestion " + prepared.request(), StoredParts.toStore(prepared).toString());
    }
    int place = 0;
    for (Configuration enqueued : state.suggestions().enqueued()) {
      parts.put("enqueued " + place++, ConfigurationCodec.toWire(enqueued).toString());
    }
    for (ImportedConfiguration known : state.imports().configurations()) {
      parts.put("imported " + known.number(), StoredImports.toStore(known).toString());
    }
    state
        .imports()
        .rows()
        .forEach(
            (id, rows) -> parts.put("import " + id, StoredImports.toStore(id, rows).toString()));
    return parts;
  }
}
