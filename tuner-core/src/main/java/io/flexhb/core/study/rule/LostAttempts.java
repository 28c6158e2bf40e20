package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.Commands;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Trial;
import java.util.OptionalLong;

/**
 * What the loss of an attempt does to its trial: it waits to be granted again from its checkpoint,
 * until it has used up its attempts (docs/algorithms.md section 8).
 */
final class LostAttempts {

  /**
   * A grant that is never started says little about the trial: this many are forgiven per allowed
   * attempt.
   */
  private static final int UNSTARTED_PER_ATTEMPT = 3;

  private LostAttempts() {}

  /** Ends the live attempt; the trial is granted again unless it has used up its attempts. */
  static RuleResult lose(RuleContext study, Trial trial, Fact.Blame blame, String reason) {
    return isLastAttempt(trial, blame, study.spec().patience().maxAttempts())
        ? FailedTrials.fail(
            study,
            trial,
            blame,
            Text.of("failed after %d attempt(s): %s", trial.attempt(), reason),
            failedLevel(study, trial, blame),
            trial.trainedUpTo())
        : tryAgain(study, trial, blame, reason);
  }

  private static boolean isLastAttempt(Trial trial, Fact.Blame blame, int maxAttempts) {
    return switch (blame) {
      case FAILURE -> trial.failures() + 1 >= maxAttempts;
      case UNSTARTED -> trial.unstarted() + 1 >= maxAttempts * UNSTARTED_PER_ATTEMPT;
      case NONE -> false;
    };
  }

  /**
   * The target level of a trial whose attempt was lost by its own fault; from there on its
   * configuration counts as failed for the models.
   */
  private static OptionalLong failedLevel(RuleContext study, Trial trial, Fact.Blame blame) {
    return blame == Fact.Blame.FAILURE
        ? OptionalLong.of(study.rungLevelOf(trial))
        : OptionalLong.empty();
  }

  private static RuleResult tryAgain(
      RuleContext study, Trial trial, Fact.Blame blame, String reason) {
    NextGrant next = NextGrant.of(study, trial);
    String text =
        Text.of(
            "attempt %d lost: %s; tried again from %s",
            trial.attempt(), reason, study.spec().shown(next.from()));
    int failures = trial.failures() + (blame == Fact.Blame.FAILURE ? 1 : 0);
    return study
        .result()
        .fact(next.after(trial, blame, text))
        .because(
            "lease",
            trial.number(),
            text,
            "blame",
            blame.name(),
            "failures",
            Integer.toString(failures),
            "maxAttempts",
            Integer.toString(study.spec().patience().maxAttempts()))
        .done();
  }

  /**
   * Ends the live attempt because the study is over. The trial is not at fault and waits: if the
   * study is re-opened, it continues from its checkpoint.
   */
  static RuleResult interrupt(RuleContext study, Trial trial, String reason) {
    NextGrant next = NextGrant.of(study, trial);
    String text =
        Text.of(
            "attempt %d ended, %s; re-opened it goes on from %s",
            trial.attempt(), reason, study.spec().shown(next.from()));
    AttemptRef attempt =
        new AttemptRef(study.state().incarnation(), trial.number(), trial.attempt());
    return study
        .result()
        .fact(next.after(trial, Fact.Blame.NONE, text))
        .send(Commands.fence(attempt, trial.slot().orElseThrow(), reason))
        .because("study", trial.number(), text)
        .done();
  }

  /**
   * The grant for which a trial waits after its attempt was lost.
   *
   * @param from resource from which it will be trained, absolute
   * @param refund granted but unused resource, which returns to the budget
   * @param promised resource that the budget reserves for it
   */
  private record NextGrant(long from, long refund, long promised) {

    static NextGrant of(RuleContext study, Trial trial) {
      long until = study.rungLevelOf(trial);
      long from = trial.checkpointBelow(until).map(Checkpoint::resource).orElse(0L);
      long refund = trial.unusedResource(trial.trainedUpTo());
      return new NextGrant(
          from, refund, Math.min(until - from, affordable(study.remainingBudget(), refund)));
    }

    /** No more can be promised than the budget has, without the promises to others. */
    private static long affordable(long remaining, long refund) {
      return remaining == Long.MAX_VALUE ? remaining : Math.max(0, remaining + refund);
    }

    Fact.AttemptLost after(Trial trial, Fact.Blame blame, String text) {
      return new Fact.AttemptLost(trial.number(), trial.attempt(), blame, refund, promised, text);
    }
  }
}
