package io.flexhb.core.study.state;

import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.SuspendedTrial;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The tuner's knowledge of a slot.
 *
 * @param askSequence newest ask
 * @param parkedOrder place in the queue, -1 when not parked
 * @param holding suspended trials in that ask
 * @param trial trial granted for that ask, -1 when none
 * @param attempt attempt granted for that ask
 * @param waiting the WAIT with which it was answered while parked
 */
public record Slot(
    SlotId id,
    long askSequence,
    long parkedOrder,
    List<SuspendedTrial> holding,
    int trial,
    int attempt,
    Optional<Command.Wait> waiting) {

  public Slot {
    holding = List.copyOf(holding);
  }

  /** Whether it waits for work. */
  public boolean isParked() {
    return parkedOrder >= 0;
  }

  /** Whether an attempt is the one that it trains, as far as the study knows. */
  public boolean trains(AttemptRef attempt, UUID incarnation) {
    return attempt.incarnation().equals(incarnation)
        && attempt.trial() == trial
        && attempt.attempt() == this.attempt;
  }

  boolean holds(int number) {
    return holding.stream().anyMatch(h -> h.trial() == number);
  }
}
