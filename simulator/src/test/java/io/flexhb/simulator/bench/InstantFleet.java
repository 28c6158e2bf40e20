package io.flexhb.simulator.bench;

import io.flexhb.core.spec.Method;
import io.flexhb.core.study.Specs;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.DecisionAndState;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.Metric;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.simulator.ToyFunction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A study of R = 27, eta = 3, FlexBand and GloSH without end, and 16 slots that train in no time
 * and take turns: each asks, or reports level by level up to its boundary.
 */
final class InstantFleet {
  private static final int SLOTS = 16;
  private static final UUID INCARNATION = new UUID(0, 0);
  private static final ToyFunction TOY = new ToyFunction(0.2);

  /** Decides. */
  interface Engine {

    /**
     * @param awaited whether the slot waits for the answer: it asked, or it is at its boundary
     */
    DecisionAndState on(StudyState state, StudyEvent event, boolean awaited);
  }

  private final Map<SlotId, Command.Grant> grants = new TreeMap<>();
  private StudyState state;
  private long sequence;
  private int turn;

  InstantFleet() {
    StudyEvent created =
        new StudyEvent.Applied(
            0,
            INCARNATION,
            RequestedState.ACTIVE,
            Specs.of(27, 3).brackets(Method.Brackets.FLEXBAND).loops(Integer.MAX_VALUE / 4).spec());
    state = StudyEngine.decideAndApply(Optional.empty(), created).after().orElseThrow();
  }

  InstantFleet(InstantFleet other) {
    grants.putAll(other.grants);
    state = other.state;
    sequence = other.sequence;
    turn = other.turn;
  }

  int trials() {
    return state.trials().size();
  }

  /** Lets the next slot ask, or report up to its boundary. */
  void next(Engine engine) {
    SlotId slot = new SlotId("worker", turn++ % SLOTS);
    Command.Grant grant = grants.get(slot);
    if (grant == null) {
      on(
          engine,
          new StudyEvent.WorkAsked(sequence, Optional.of(INCARNATION), slot, ++sequence, List.of()),
          true);
      return;
    }
    for (long level : state.spec().fidelityLevels()) {
      if (level > grant.fromResource() && level <= grant.untilResource()) {
        on(engine, report(slot, grant, level), level == grant.untilResource());
      }
    }
  }

  private StudyEvent report(SlotId slot, Command.Grant grant, long resource) {
    double value = TOY.value(state.trials().get(grant.trial()).configuration(), resource, 1);
    return new StudyEvent.Reported(
        ++sequence,
        new AttemptRef(INCARNATION, grant.trial(), grant.attempt()),
        slot,
        grant.id(),
        resource,
        Metric.of(value),
        Optional.of(new Checkpoint(resource, "checkpoint")));
  }

  private void on(Engine engine, StudyEvent event, boolean awaited) {
    DecisionAndState decided = engine.on(state, event, awaited);
    state = decided.after().orElseThrow();
    for (Command command : decided.decision().commands()) {
      SlotId to = command.to().orElseThrow();
      if (command instanceof Command.Grant grant) {
        grants.put(to, grant);
      } else if (command instanceof Command.OfTrial of
          && grants.containsKey(to)
          && grants.get(to).trial() == of.trial()) {
        grants.remove(to);
      }
    }
  }
}
