package io.flexhb.core.study.rule;

import io.flexhb.core.study.decision.Commands;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Trial;
import java.util.Optional;

/**
 * Handles the events that workers send about attempts: whether they are valid, and what follows
 * (docs/algorithms.md section 8; docs/protocol.md). {@link MetricReports} handles the measurements.
 */
public final class Reports {

  private Reports() {}

  static RuleResult received(RuleContext study, StudyEvent.AttemptEvent event) {
    AttemptRef ref = event.attempt();
    if (!ref.incarnation().equals(study.state().incarnation())) {
      return zombie(study, event, "it belongs to an earlier incarnation of the study");
    }
    Optional<Trial> known = study.state().trial(ref.trial());
    if (known.isEmpty() || ref.attempt() > known.get().attempt() || ref.attempt() < 1) {
      String reason =
          Text.of(
              "study %s never granted attempt %d of trial %d",
              study.spec().study(), ref.attempt(), ref.trial());
      return study
          .result()
          .reject(Rejection.Kind.UNKNOWN, reason)
          .send(fence(event, reason))
          .done();
    }
    if (ref.attempt() < known.get().attempt()) {
      return zombie(
          study,
          event,
          Text.of(
              "attempt %d was given up, attempt %d is the current one",
              ref.attempt(), known.get().attempt()));
    }
    if (!known.get().slot().equals(Optional.of(event.slot()))) {
      return foreign(study, known.get(), event);
    }
    return started(study, known.get())
        .then(after -> event.accept(new Said(after, after.trial(ref.trial()))))
        .then(after -> remind(after, after.trial(ref.trial()), event));
  }

  private static RuleResult zombie(
      RuleContext study, StudyEvent.AttemptEvent event, String reason) {
    return study
        .result()
        .reject(
            Rejection.Kind.ZOMBIE,
            Text.of(
                "slot %s still trains attempt %d of trial %d: %s",
                event.slot(), event.attempt().attempt(), event.attempt().trial(), reason))
        .send(fence(event, reason))
        .done();
  }

  /**
   * A slot reports an attempt that was granted to another one: its event must neither end the
   * attempt nor keep it alive. A STOP would reach the rightful worker too, which identifies its
   * attempt by number.
   */
  private static RuleResult foreign(RuleContext study, Trial trial, StudyEvent.AttemptEvent event) {
    String reason =
        Text.of(
            "slot %s speaks of attempt %d of trial %d, which was granted to slot %s",
            event.slot(),
            trial.attempt(),
            trial.number(),
            trial.slot().map(SlotId::toString).orElse("?"));
    return study
        .result()
        .reject(Rejection.Kind.FOREIGN, reason)
        .send(Commands.foreign(event.attempt(), event.slot(), reason))
        .done();
  }

  /** Tells a worker to end an attempt, unless it just did. */
  public static Optional<Command.Ending> fence(StudyEvent.AttemptEvent event, String reason) {
    return event instanceof StudyEvent.AttemptEnded
        ? Optional.empty()
        : Optional.of(Commands.fence(event.attempt(), event.slot(), reason));
  }

  /** Any event about an attempt means that it has started. */
  private static RuleResult started(RuleContext study, Trial trial) {
    return trial.isLive() && !trial.started()
        ? study
            .result()
            .fact(new Fact.AttemptStarted(trial.number(), trial.attempt(), study.time()))
            .done()
        : RuleResult.NOTHING;
  }

  /** Handles the events about the current attempt of a trial. */
  private record Said(RuleContext study, Trial trial)
      implements StudyEvent.SaidVisitor<RuleResult> {

    @Override
    public RuleResult said(StudyEvent.AttemptStarted event) {
      return RuleResult.NOTHING;
    }

    @Override
    public RuleResult said(StudyEvent.Reported event) {
      return MetricReports.reported(study, trial, event)
          .then(after -> StallRule.judge(after, trial.number(), event));
    }

    @Override
    public RuleResult said(StudyEvent.Heartbeat event) {
      return RuleResult.NOTHING;
    }

    @Override
    public RuleResult said(StudyEvent.CheckpointSaved event) {
      return checkpoint(study, trial, event.checkpoint());
    }

    @Override
    public RuleResult said(StudyEvent.AttemptEnded event) {
      return AttemptEnds.ended(study, trial, event);
    }
  }

  /** Records a checkpoint. A late one never replaces a newer one, and a final trial needs none. */
  static RuleResult checkpoint(RuleContext study, Trial trial, Checkpoint checkpoint) {
    long known = trial.checkpoint().map(Checkpoint::resource).orElse(-1L);
    return checkpoint.resource() > known && !trial.status().isFinal()
        ? study
            .result()
            .fact(new Fact.CheckpointRecorded(trial.number(), Optional.of(checkpoint)))
            .done()
        : RuleResult.NOTHING;
  }

  /**
   * Repeats the command in force for a worker that has not seen it, unless the decision sends it
   * anyway.
   */
  private static RuleResult remind(RuleContext study, Trial trial, StudyEvent.AttemptEvent event) {
    boolean underGrant = trial.inForce().filter(Command.Grant.class::isInstance).isPresent();
    boolean ended = study.state().status().isOver() && !trial.isLive();
    if ((trial.status().isFinal() || ended) && underGrant) {
      // Its attempt was lost before the trial or the study ended, so no command ended it.
      return study.result().send(fence(event, trial.reason())).done();
    }
    return trial
        .inForce()
        .filter(c -> c.attempt() == event.attempt().attempt())
        .filter(c -> !c.id().equals(event.commandSeen()) && !study.sends(c))
        .map(c -> study.result().send(c).done())
        .orElse(RuleResult.NOTHING);
  }
}
