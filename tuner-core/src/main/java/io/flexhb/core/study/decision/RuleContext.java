package io.flexhb.core.study.decision;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;

/** A study during a decision, as rules read it: the state after the facts of all earlier rules. */
public interface RuleContext {

  StudyState state();

  StudySpec spec();

  /** Tuner time of the event. */
  long time();

  Trial trial(int number);

  Bracket bracket(int number);

  /** Resource of the rung that the trial has reached or is trained for. */
  default long rungLevelOf(Trial trial) {
    return bracket(trial.bracket()).levelOf(trial);
  }

  /** Resource units that may still be promised; the largest long when the study has no budget. */
  long remainingBudget();

  /** Why the event, or a part of it, had no effect, according to the earlier rules. */
  Optional<Rejection> rejection();

  /** Whether the decision already sends the command. */
  boolean sends(Command command);

  /** A new, empty result. */
  ResultBuilder result();
}
