package io.flexhb.core.study.decision;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;

/**
 * A study in the middle of a decision, as rules read it: the state after all facts that the rules
 * before found.
 */
public interface RuleContext {

  StudyState state();

  StudySpec spec();

  /** Tuner time of the event. */
  long time();

  Trial trial(int number);

  Bracket bracket(int number);

  /** Resource units that may still be promised; the largest long when the study has no budget. */
  long remainingBudget();

  /** Why the event, or a part of it, had no effect, as far as the rules before found. */
  Optional<Rejection> rejection();

  /** Whether the decision sends the command already. */
  boolean sends(Command command);

  /** What a rule has found: nothing yet. */
  ResultBuilder result();
}
