package io.flexhb.core.spec;

import io.flexhb.core.schedule.BracketPlan;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a study will do, known before it runs.
 *
 * @param brackets of one loop, before any re-arrangement, the most exploring first
 * @param rungLevels resources at which trials are stopped or promoted, ascending
 * @param fidelityLevels resources at which values are kept for the models, ascending
 * @param trialsPerLoop new trials of one loop
 * @param costWithResume resource units of one loop when promoted trials go on from checkpoints
 * @param costWithoutResume the same when each promoted trial trains from the beginning
 * @param configurations number of distinct configurations; empty when not countable
 */
public record StudyPlan(
    List<BracketPlan> brackets,
    List<Long> rungLevels,
    List<Long> fidelityLevels,
    long trialsPerLoop,
    long costWithResume,
    long costWithoutResume,
    OptionalLong configurations) {

  public StudyPlan {
    brackets = List.copyOf(brackets);
    rungLevels = List.copyOf(rungLevels);
    fidelityLevels = List.copyOf(fidelityLevels);
  }

  /** The plan of a study that has not begun: one loop of its table of brackets. */
  public static StudyPlan of(StudySpec spec) {
    List<BracketPlan> brackets = spec.arrangement();
    return new StudyPlan(
        brackets,
        brackets.stream()
            .flatMap(b -> b.rungs().stream())
            .map(r -> r.resource())
            .distinct()
            .sorted()
            .toList(),
        spec.fidelityLevels(),
        brackets.stream().mapToLong(b -> b.rungs().get(0).n()).sum(),
        brackets.stream().mapToLong(BracketPlan::costWithResume).sum(),
        brackets.stream().mapToLong(BracketPlan::costWithoutResume).sum(),
        spec.space().cardinality());
  }
}
