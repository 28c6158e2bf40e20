package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.LeaseKey;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;

/**
 * Handles the leases of workers that fell silent: their attempt is lost, and their slot is
 * forgotten.
 */
final class ExpiredLeases {

  private ExpiredLeases() {}

  static RuleResult expired(RuleContext study, LeaseKey.OfAttempt lease) {
    Optional<Trial> live =
        study
            .state()
            .trial(lease.trial())
            .filter(t -> t.isLive() && t.attempt() == lease.attempt());
    if (live.isEmpty()) {
      return RuleResult.rejected(
          Rejection.Kind.LATE,
          Text.of("attempt %d of trial %d is not live", lease.attempt(), lease.trial()));
    }
    Trial trial = live.get();
    SlotId slot = trial.slot().orElseThrow();
    RuleResult lost =
        trial.started()
            ? LostAttempts.lose(
                study, trial, Fact.Blame.FAILURE, Text.of("worker slot %s fell silent", slot))
            : LostAttempts.lose(
                study,
                trial,
                Fact.Blame.UNSTARTED,
                Text.of("worker slot %s did not start it in time", slot));
    return lost.then(after -> forget(after, slot, lease));
  }

  /** Forgets the slot, which fell silent with its attempt, unless it has asked again. */
  private static RuleResult forget(RuleContext study, SlotId slot, LeaseKey.OfAttempt lease) {
    return study
        .state()
        .slotTable()
        .find(slot)
        .filter(s -> s.trial() == lease.trial() && s.attempt() == lease.attempt())
        .map(s -> study.result().fact(new Fact.SlotForgotten(slot)).done())
        .orElse(RuleResult.NOTHING);
  }

  static RuleResult expired(RuleContext study, LeaseKey.OfSlot lease) {
    Optional<Slot> slot =
        study.state().slotTable().find(lease.slot()).filter(s -> !study.state().trains(s));
    return slot.isPresent()
        ? study
            .result()
            .fact(new Fact.SlotForgotten(lease.slot()))
            .because("lease", -1, Text.of("slot %s fell silent", lease.slot()))
            .done()
        : RuleResult.rejected(
            Rejection.Kind.LATE, Text.of("slot %s is training or gone", lease.slot()));
  }
}
