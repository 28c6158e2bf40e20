package io.flexhb.core.study.rule;

import io.flexhb.core.space.Problem;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecDifference;
import io.flexhb.core.study.decision.DecisionBuilder;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Evolution;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Re-opens a finished study when the limit that ended it is raised. Its end kept trials, brackets,
 * pools and paused trials, so only the status changes.
 */
final class Reopening {

  private Reopening() {}

  /**
   * The platform's request for a finished study. A record that repeats the study's definition
   * changes nothing.
   *
   * @param requested ACTIVE or PAUSED
   */
  static RuleResult applied(RuleContext study, StudySpec spec, StudyStatus requested) {
    StudySpecDifference difference = StudySpecDifference.between(study.spec(), spec);
    List<Problem> limits =
        difference.amended().stream().filter(p -> p.path().startsWith("limits.")).toList();
    if (limits.isEmpty() && requested == StudyStatus.PAUSED) {
      return Lifecycle.refused(study, requested);
    }
    if (limits.isEmpty() || !difference.refused().isEmpty()) {
      return Lifecycle.amend(study, spec);
    }
    Optional<String> still = whyStillOver(study, spec);
    return still.isPresent()
        ? refused(study, still.get())
        : Lifecycle.amend(study, spec).then(after -> reopen(after, requested, limits));
  }

  /** Why these limits would end the study at once; empty when they would not. */
  private static Optional<String> whyStillOver(RuleContext study, StudySpec spec) {
    StudyState amended =
        Evolution.evolve(
            Optional.of(study.state()), new Fact.StudyAmended(study.spec().amendedBy(spec)));
    StudyState active =
        Evolution.evolve(
            Optional.of(amended), new Fact.StatusChanged(StudyStatus.ACTIVE, "to be seen"));
    return Lifecycle.whyOver(new DecisionBuilder(active, study.time()));
  }

  private static RuleResult refused(RuleContext study, String still) {
    boolean exhausted = study.state().exhausted().filter(still::equals).isPresent();
    return RuleResult.rejected(
        Rejection.Kind.INVALID,
        Text.of(
            "study %s stays FINISHED: %s; %s",
            study.spec().study(),
            still,
            exhausted ? "no limit changes that" : "only a larger limit of that kind re-opens it"));
  }

  private static RuleResult reopen(RuleContext study, StudyStatus requested, List<Problem> limits) {
    String reason =
        "re-opened: " + limits.stream().map(Problem::toString).collect(Collectors.joining("; "));
    return study
        .result()
        .fact(
            new Fact.StatusChanged(
                requested,
                requested == StudyStatus.ACTIVE ? reason : Fact.StatusChanged.AS_REQUESTED))
        .because(
            "study",
            -1,
            Text.of(
                "study is %s, %s; it had finished: %s",
                requested, reason, study.state().statusReason()))
        .done();
  }
}
