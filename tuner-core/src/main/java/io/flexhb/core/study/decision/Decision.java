package io.flexhb.core.study.decision;

import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.state.Fact;
import java.util.List;
import java.util.Optional;

/**
 * The result of an event. Without facts nothing changes and nothing is journaled; commands may
 * still be repeated.
 *
 * @param facts changes, in order; the state after them is {@code StudyEngine.evolve} of each
 * @param commands to send, in order
 * @param reasons the reasons, for the journal
 * @param rejection set when the event, or a part of it, had no effect
 */
public record Decision(
    List<Fact> facts, List<Command> commands, List<Reason> reasons, Optional<Rejection> rejection) {

  public Decision {
    facts = List.copyOf(facts);
    commands = List.copyOf(commands);
    reasons = List.copyOf(reasons);
  }

  /** Whether there are facts; otherwise it is not journaled. */
  public boolean changesState() {
    return !facts.isEmpty();
  }
}
