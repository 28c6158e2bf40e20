package io.flexhb.core.study;

import io.flexhb.core.spec.Patience;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.rule.Lifecycle;
import io.flexhb.core.study.rule.Reports;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Decides for a study that does not exist: not yet, or no longer. Only its creation changes
 * anything, so the ids of its commands depend on the event alone.
 *
 * @param erased incarnation of the deleted study that previously had the name
 */
record AbsentStudy(Optional<UUID> erased) implements StudyEvent.Visitor<Decision> {

  /** In commands about a study that has no incarnation yet. */
  private static final UUID NONE = new UUID(0, 0);

  private static final Rejection UNKNOWN =
      new Rejection(
          Rejection.Kind.UNKNOWN, "there is no such study; create it with a record on studies");

  @Override
  public Decision on(StudyEvent.Applied event) {
    return Lifecycle.create(event);
  }

  /**
   * The study may be created at any moment, so the slot asks again. After a deletion it is
   * released.
   */
  @Override
  public Decision on(StudyEvent.WorkAsked event) {
    UUID incarnation = event.incarnation().orElse(NONE);
    String ask = ":" + event.slot() + ":" + event.askSequence();
    boolean deleted = erased.isPresent() && event.incarnation().equals(erased);
    return answer(
        deleted
            ? new Command.Release(
                "release" + ask,
                incarnation,
                event.slot(),
                event.askSequence(),
                "the study was deleted")
            : new Command.Wait(
                "wait" + ask,
                incarnation,
                event.slot(),
                event.askSequence(),
                Patience.DEFAULT.waitMillis(),
                "the study is not known yet"),
        Optional.empty());
  }

  /** A worker that trains for a deleted study ends the attempt. */
  @Override
  public Decision on(StudyEvent.AttemptEvent event) {
    return Reports.fence(event, "the study does not exist any more")
        .map(stop -> answer(stop, Optional.of(UNKNOWN)))
        .orElseGet(AbsentStudy::unknown);
  }

  @Override
  public Decision on(StudyEvent.LeaseExpired event) {
    return unknown();
  }

  @Override
  public Decision on(StudyEvent.SuggestionArrived event) {
    return unknown();
  }

  @Override
  public Decision on(StudyEvent.Enqueued event) {
    return unknown();
  }

  @Override
  public Decision on(StudyEvent.Imported event) {
    return unknown();
  }

  private static Decision answer(Command command, Optional<Rejection> rejection) {
    return new Decision(List.of(), List.of(command), List.of(), rejection);
  }

  private static Decision unknown() {
    return new Decision(List.of(), List.of(), List.of(), Optional.of(UNKNOWN));
  }
}
