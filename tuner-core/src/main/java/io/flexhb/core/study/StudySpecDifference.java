package io.flexhb.core.study;

import io.flexhb.core.space.Problem;
import java.util.ArrayList;
import java.util.List;

/** What of a running study would change. */
final class StudySpecDifference {

  private StudySpecDifference() {}

  /** Changes that a running study refuses, each by its path. */
  static List<Problem> refused(StudySpec now, StudySpec wished) {
    List<Problem> refused = new ArrayList<>();
    compare(refused, "objective", now.objective(), wished.objective());
    compare(refused, "resource", now.ladder(), wished.ladder());
    compare(refused, "seed", now.seed(), wished.seed());
    compare(refused, "space", now.space().parameters(), wished.space().parameters());
    compare(refused, "algorithm", now.method(), wished.method());
    compare(refused, "switches.fgf.levels", now.fidelityLevels(), wished.fidelityLevels());
    return refused;
  }

  private static void compare(List<Problem> refused, String path, Object now, Object wished) {
    if (!now.equals(wished)) {
      refused.add(new Problem(path, "is %s, cannot become %s".formatted(now, wished)));
    }
  }
}
