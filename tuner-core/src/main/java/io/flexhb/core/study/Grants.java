package io.flexhb.core.study;

import java.util.Optional;

/** Grants of training up to the next rung. */
final class Grants {

  private Grants() {}

  /**
   * Grants a pending trial to a parked slot. Returns false when the grant does not fit into the
   * budget any more, because the trial would have to begin anew; it is failed then.
   */
  static boolean give(Deliberation d, Slot slot, Trial trial) {
    long until = d.bracket(trial.bracket()).levelOf(trial);
    Start start = startOf(slot, trial, until);
    long cost = until - start.resource();
    long affordable = d.remainingBudget();
    if (affordable != Long.MAX_VALUE && cost > affordable + trial.promised()) {
      fail(
          d,
          trial,
          Text.of(
              "it would have to be trained from %d to %d, and the budget has %d left",
              start.resource(), until, Math.max(0, affordable + trial.promised())));
      return false;
    }
    Command.Kind kind =
        trial.wasStopped()
            ? Command.Kind.REVIVE
            : trial.levels().isEmpty() && start.resource() == 0
                ? Command.Kind.START
                : Command.Kind.CONTINUE;
    Command command =
        d.grant(
            kind,
            slot.id(),
            slot.askSequence(),
            trial,
            trial.attempt() + 1,
            start.resource(),
            until,
            start.checkpoint(),
            trial.reason());
    d.fact(new Fact.Granted(trial.number(), command));
    d.send(command);
    d.because(
        "grant",
        trial.number(),
        Text.of(
            "%s to %s, from %d until %d: %s",
            kind, slot.id(), start.resource(), until, trial.reason()),
        "attempt",
        Integer.toString(command.attempt()),
        "bracket",
        Integer.toString(trial.bracket()),
        "rung",
        Integer.toString(trial.rung()));
    return true;
  }

  /** Lets a live attempt go on to the next rung without a break. */
  static void goOn(Deliberation d, Trial trial) {
    long until = d.bracket(trial.bracket()).levelOf(trial);
    long from = until - trial.promised();
    Command command =
        d.grant(
            Command.Kind.CONTINUE,
            trial.slot().orElseThrow(),
            -1,
            trial,
            trial.attempt(),
            from,
            until,
            Optional.empty(),
            trial.reason());
    d.fact(new Fact.Granted(trial.number(), command));
    d.send(command);
  }

  private record Start(long resource, Optional<Checkpoint> checkpoint) {}

  /** From the suspended process in the slot, else from the checkpoint, else from the beginning. */
  private static Start startOf(Slot slot, Trial trial, long until) {
    Optional<Checkpoint> checkpoint = trial.checkpoint().filter(c -> c.resource() < until);
    long saved = checkpoint.map(Checkpoint::resource).orElse(0L);
    long held =
        slot.holding().stream()
            .filter(h -> h.trial() == trial.number() && h.resource() < until)
            .mapToLong(Holding::resource)
            .max()
            .orElse(0);
    return new Start(Math.max(saved, held), checkpoint);
  }

  private static void fail(Deliberation d, Trial trial, String reason) {
    d.fact(
        new Fact.Failed(
            trial.number(),
            Fact.Blame.NONE,
            reason,
            java.util.OptionalLong.empty(),
            0,
            Optional.empty()));
    d.because("budget", trial.number(), reason);
  }
}
