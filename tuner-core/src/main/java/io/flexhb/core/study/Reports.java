package io.flexhb.core.study;

import java.util.Optional;

/**
 * What workers say of attempts: whether they may, and what follows from it (docs/algorithms.md
 * section 8; docs/protocol.md). What they measured is for {@link MetricReports}.
 */
final class Reports {

  private Reports() {}

  static void heard(Deliberation d, StudyEvent.AttemptEvent event) {
    AttemptRef ref = event.attempt();
    if (!ref.incarnation().equals(d.state().incarnation())) {
      zombie(d, event, "it belongs to an earlier incarnation of the study");
      return;
    }
    Optional<Trial> known = d.state().trial(ref.trial());
    if (known.isEmpty() || ref.attempt() > known.get().attempt() || ref.attempt() < 1) {
      String reason =
          Text.of(
              "study %s never granted attempt %d of trial %d",
              d.spec().study(), ref.attempt(), ref.trial());
      d.reject(Rejection.Kind.UNKNOWN, reason);
      fence(d, event, reason);
      return;
    }
    if (ref.attempt() < known.get().attempt()) {
      zombie(
          d,
          event,
          Text.of(
              "attempt %d was given up, attempt %d is the current one",
              ref.attempt(), known.get().attempt()));
      return;
    }
    current(d, known.get(), event);
    remind(d, d.trial(ref.trial()), event);
  }

  private static void remind(Deliberation d, Trial trial, StudyEvent.AttemptEvent event) {
    boolean underGrant = trial.inForce().filter(c -> c.kind().isGrant()).isPresent();
    if (trial.status().isFinal() && underGrant) {
      // Its attempt was lost before the trial came to its end: no command ended it.
      fence(d, event, trial.reason());
    } else {
      d.remind(trial, event.attempt().attempt(), event.commandSeen());
    }
  }

  private static void zombie(Deliberation d, StudyEvent.AttemptEvent event, String reason) {
    d.reject(
        Rejection.Kind.ZOMBIE,
        Text.of(
            "slot %s still trains attempt %d of trial %d: %s",
            event.slot(), event.attempt().attempt(), event.attempt().trial(), reason));
    fence(d, event, reason);
  }

  /** Tells a worker to leave an attempt, unless it just did. */
  static void fence(Deliberation d, StudyEvent.AttemptEvent event, String reason) {
    if (!(event instanceof StudyEvent.AttemptEnded)) {
      d.send(d.fence(event.attempt(), event.slot(), reason));
    }
  }

  private static void current(Deliberation d, Trial trial, StudyEvent.AttemptEvent event) {
    if (trial.isLive() && !trial.started()) {
      d.fact(new Fact.AttemptStarted(trial.number(), trial.attempt()));
    }
    event.accept(new Said(trial.number())).follow(d);
  }

  /** Which rule answers what is said of the current attempt of a trial. */
  private record Said(int trial) implements StudyEvent.SaidVisitor<Rule> {

    @Override
    public Rule said(StudyEvent.AttemptStarted event) {
      return d -> {};
    }

    @Override
    public Rule said(StudyEvent.Reported event) {
      return d -> MetricReports.reported(d, d.trial(trial), event);
    }

    @Override
    public Rule said(StudyEvent.Heartbeat event) {
      return d -> {};
    }

    @Override
    public Rule said(StudyEvent.CheckpointSaved event) {
      return d -> checkpoint(d, d.trial(trial), event.checkpoint());
    }

    @Override
    public Rule said(StudyEvent.AttemptEnded event) {
      return d -> Losses.ended(d, d.trial(trial), event);
    }
  }

  /** A late checkpoint never replaces a newer one; a final trial needs none. */
  static void checkpoint(Deliberation d, Trial trial, Checkpoint checkpoint) {
    long known = trial.checkpoint().map(Checkpoint::resource).orElse(-1L);
    if (checkpoint.resource() > known && !trial.status().isFinal()) {
      d.fact(new Fact.CheckpointRecorded(trial.number(), Optional.of(checkpoint)));
    }
  }
}
