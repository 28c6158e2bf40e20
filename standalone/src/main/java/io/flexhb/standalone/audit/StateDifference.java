package io.flexhb.standalone.audit;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.service.store.StudyParts;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Describes where two states of a study differ. */
final class StateDifference {

  private static final int LONGEST = 1_000;
  private static final String NONE = "not there";

  private StateDifference() {}

  /** The first part that differs; empty when none does. */
  static Optional<String> between(StudyState stored, StudyState journaled) {
    Map<String, String> is = StudyParts.of(stored);
    Map<String, String> expected = StudyParts.of(journaled);
    TreeSet<String> names = new TreeSet<>(is.keySet());
    names.addAll(expected.keySet());
    return names.stream()
        .filter(name -> !is.getOrDefault(name, NONE).equals(expected.getOrDefault(name, NONE)))
        .findFirst()
        .map(
            name ->
                name
                    + " is "
                    + shortened(is.getOrDefault(name, NONE))
                    + ", the journal leads to "
                    + shortened(expected.getOrDefault(name, NONE)));
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
