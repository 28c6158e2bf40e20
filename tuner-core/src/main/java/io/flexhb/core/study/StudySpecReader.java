package io.flexhb.core.study;

import io.flexhb.core.space.Validated;
import java.util.Map;

/**
 * Makes a {@link StudySpec} of a tree of maps, lists, strings, numbers and booleans: the content of
 * a study YAML or JSON.
 */
public final class StudySpecReader {

  private StudySpecReader() {}

  /** The spec, or all problems of the tree at once, each with its path and how to mend it. */
  public static Validated<StudySpec> read(Map<String, ?> tree) {
    throw new UnsupportedOperationException();
  }
}
