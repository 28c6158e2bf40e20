package io.flexhb.core.fidelity;

import java.util.List;

/** At which resource levels values are kept (study setting {@code fgf.levels}). */
public sealed interface FidelityLevels {

  /** Rung levels only: enough when nothing uses values between rungs. */
  record Rungs() implements FidelityLevels {}

  /** Rung levels and every multiple of eta. */
  record Uniform() implements FidelityLevels {}

  /** As uniform without the second multiple: the levels the paper lists. */
  record PaperList() implements FidelityLevels {}

  /**
   * Rung levels and these; for fidelities without equal steps, such as data subsets.
   *
   * @param levels at least one
   */
  record Explicit(List<Long> levels) implements FidelityLevels {
    public Explicit {
      levels = levels.stream().sorted().distinct().toList();
      if (levels.isEmpty()) {
        throw new IllegalArgumentException("an explicit list of levels needs at least one level");
      }
    }
  }

  /** Rung levels only. */
  static FidelityLevels rungs() {
    return new Rungs();
  }

  /** Rung levels and every multiple of eta. */
  static FidelityLevels uniform() {
    return new Uniform();
  }

  /** The levels the paper lists. */
  static FidelityLevels paperList() {
    return new PaperList();
  }

  /** Rung levels and these. */
  static FidelityLevels explicit(List<Long> levels) {
    return new Explicit(levels);
  }
}
