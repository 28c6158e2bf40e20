package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;

/**
 * Answers slots that ask for work. {@link WorkAssignment} then gives it to those that are parked.
 */
public final class WorkRequests {

  private WorkRequests() {}

  /** Handles an ask. The same ask gets the same answer however often it is sent. */
  static RuleResult asked(RuleContext study, StudyEvent.WorkAsked event) {
    SlotId id = event.slot();
    StudyState state = study.state();
    if (event.incarnation().isPresent() && !event.incarnation().get().equals(state.incarnation())) {
      ResultBuilder found = study.result();
      return found
          .reject(
              Rejection.Kind.ZOMBIE,
              Text.of("slot %s asks for another incarnation of study %s", id, study.spec().study()))
          .send(found.create().release(id, event.askSequence(), state))
          .done();
    }
    Optional<Slot> known = state.slotTable().find(id);
    if (known.isPresent() && event.askSequence() < known.get().askSequence()) {
      return RuleResult.rejected(
          Rejection.Kind.LATE,
          Text.of(
              "slot %s asked %d before, this is %d",
              id, known.get().askSequence(), event.askSequence()));
    }
    if (known.isPresent() && event.askSequence() == known.get().askSequence()) {
      return answerAgain(study, known.get());
    }
    return known
        .map(slot -> AttemptEnds.beforeAsk(study, slot, event))
        .orElse(RuleResult.NOTHING)
        .then(after -> park(after, event));
  }

  private static RuleResult answerAgain(RuleContext study, Slot slot) {
    ResultBuilder found =
        study
            .result()
            .reject(
                Rejection.Kind.DUPLICATE,
                Text.of("slot %s sent ask %d again", slot.id(), slot.askSequence()));
    if (slot.isParked()) {
      return found.send(slot.waiting()).done();
    }
    Trial trial = study.trial(slot.trial());
    return trial.attempt() == slot.attempt() ? found.send(trial.inForce()).done() : found.done();
  }

  /** Parks a new ask until its turn, which may come in the same decision. */
  private static RuleResult park(RuleContext study, StudyEvent.WorkAsked event) {
    StudyState state = study.state();
    ResultBuilder found = study.result();
    if (state.status().isOver()) {
      return found.send(found.create().release(event.slot(), event.askSequence(), state)).done();
    }
    String why =
        state.status() == StudyStatus.PAUSED ? "the study is paused" : "no work at the moment";
    Command.Wait wait = found.create().waitFor(event.slot(), event.askSequence(), why);
    return found
        .fact(
            new Fact.Parked(
                new Slot(
                    event.slot(),
                    event.askSequence(),
                    state.slotTable().nextOrder(),
                    event.holding(),
                    -1,
                    0,
                    Optional.of(wait))))
        .done();
  }

  /** Answers WAIT to a slot that asked and got no work. */
  public static RuleResult answerParked(RuleContext study, SlotId id) {
    Optional<Command.Wait> wait =
        study.state().slotTable().find(id).filter(Slot::isParked).flatMap(Slot::waiting);
    return study.result().send(wait).done();
  }
}
