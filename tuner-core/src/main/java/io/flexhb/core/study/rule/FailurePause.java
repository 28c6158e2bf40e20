package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.FailureStreak;
import io.flexhb.core.study.state.StudyStatus;

/**
 * Pauses a study when too many trials fail in a row ({@code limits.failures}). A budget does not
 * end such a study, because lost attempts return what they did not use.
 */
public final class FailurePause {
  /** Most characters of a trial's reason in the study's, which is stored with each decision. */
  private static final int BRIEF = 300;

  private FailurePause() {}

  /** Called before any work is granted. */
  public static RuleResult whenDue(RuleContext study) {
    FailureStreak failing = study.state().failing();
    if (study.state().status() != StudyStatus.ACTIVE || !failing.reaches(study.spec().limits())) {
      return RuleResult.NOTHING;
    }
    int limit = study.spec().limits().failures().orElseThrow();
    String reason =
        Text.of(
            "%d trial(s) failed in a row, the last, trial %d, %s. Fix the trainer, then 'flexhb study"
                + " resume %s'; or raise limits.failures (%d) and apply the study again",
            failing.trials(),
            failing.newest(),
            brief(study.trial(failing.newest()).reason()),
            study.spec().study(),
            limit);
    return study
        .result()
        .fact(new Fact.StatusChanged(StudyStatus.PAUSED, reason))
        .because(
            "study",
            -1,
            Text.of("study is %s: %s", StudyStatus.PAUSED, reason),
            "failedInARow",
            Integer.toString(failing.trials()),
            "limit",
            Integer.toString(limit),
            "newest",
            Integer.toString(failing.newest()))
        .done();
  }

  /**
   * The reason on one line, with the middle of long output removed; the trial has the full text.
   */
  private static String brief(String reason) {
    String line = reason.replaceAll("\\s+", " ");
    int surplus = line.length() - BRIEF;
    return surplus <= 0
        ? line
        : line.substring(0, BRIEF / 3) + " ... " + line.substring(BRIEF / 3 + surplus);
  }
}
