package io.flexhb.core.study;

import io.flexhb.core.space.Problem;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Creation, wishes of the platform, and the end of a study. */
final class Lifecycle {

  private Lifecycle() {}

  static Decision create(StudyEvent.Applied event) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact.StudyCreated(event.time(), event.incarnation(), event.spec()));
    if (event.requested() != RequestedState.ACTIVE) {
      facts.add(
          new Fact.StatusChanged(statusOf(event.requested()), Fact.StatusChanged.AS_REQUESTED));
    }
    Reason reason =
        new Reason(
            "study",
            -1,
            Text.of(
                "study %s created: %s, seed %d",
                event.spec().study(), event.spec().method().preset(), event.spec().seed()),
            new java.util.TreeMap<>());
    return new Decision(facts, List.of(), List.of(reason), Optional.empty());
  }

  /** The platform's wish for a study that exists. */
  static void applied(Deliberation d, StudyEvent.Applied event) {
    if (!event.incarnation().equals(d.state().incarnation())) {
      d.reject(
          Rejection.Kind.INVALID,
          Text.of(
              "study %s exists with incarnation %s; delete it before it is made anew",
              d.spec().study(), d.state().incarnation()));
      return;
    }
    amend(d, event.spec());
    StudyStatus wished = statusOf(event.requested());
    if (d.state().status() == StudyStatus.DELETED || wished == d.state().status()) {
      return;
    }
    if (d.state().status().isOver() && wished != StudyStatus.DELETED) {
      d.reject(
          Rejection.Kind.LATE,
          Text.of(
              "study %s is over (%s) and cannot become %s",
              d.spec().study(), d.state().status(), wished));
    } else if (wished.isOver()) {
      end(d, wished, Fact.StatusChanged.AS_REQUESTED);
    } else {
      d.fact(new Fact.StatusChanged(wished, Fact.StatusChanged.AS_REQUESTED));
      d.because("study", -1, Text.of("study is %s now", wished));
    }
  }

  private static StudyStatus statusOf(RequestedState requested) {
    return switch (requested) {
      case ACTIVE -> StudyStatus.ACTIVE;
      case PAUSED -> StudyStatus.PAUSED;
      case CANCELLED -> StudyStatus.CANCELLED;
      case DELETED -> StudyStatus.DELETED;
    };
  }

  /** Limits and patience may change while a study runs, nothing else. */
  private static void amend(Deliberation d, StudySpec wished) {
    StudySpecDifference difference = StudySpecDifference.between(d.spec(), wished);
    if (difference.isEmpty()) {
      return;
    }
    List<Problem> refused = difference.refused();
    if (!refused.isEmpty()) {
      d.reject(
          Rejection.Kind.INVALID,
          "a running study cannot change these; apply it under another name: " + refused);
      return;
    }
    d.fact(new Fact.StudyAmended(wished));
    d.because("study", -1, "amended: " + difference.amended());
  }

  static void deadline(Deliberation d) {
    var deadline = d.spec().limits().deadlineMillis();
    if (deadline.isEmpty() || d.time() < d.state().createdAt() + deadline.getAsLong()) {
      d.reject(Rejection.Kind.LATE, "the deadline of the study has moved");
    } else if (!d.state().status().isOver()) {
      end(d, StudyStatus.FINISHED, "the deadline has passed");
    }
  }

  /** Finishes the study when a limit is reached or nothing is left to do. */
  static void finishWhenDone(Deliberation d) {
    if (d.state().status() != StudyStatus.ACTIVE) {
      return;
    }
    var target = d.spec().limits().target();
    if (target.isPresent()
        && d.state().best().isPresent()
        && d.state().best().get().value() <= d.spec().objective().minimised(target.getAsDouble())) {
      end(d, StudyStatus.FINISHED, "the target is reached");
    } else if (d.state().open().isEmpty() && !(d.spec().isAsynchronous() && Asha.goesOn(d))) {
      Supply.endOfTrials(d.state())
          .or(() -> Arrangement.endOfBrackets(d.state()))
          .ifPresent(reason -> end(d, StudyStatus.FINISHED, reason));
    }
  }

  /**
   * Stops every trial and lets every slot go. Only what an attempt works on is told so one by one:
   * with the slots that bounds the decision, however many trials wait.
   */
  private static void end(Deliberation d, StudyStatus status, String reason) {
    d.fact(new Fact.StatusChanged(status, reason));
    d.because("study", -1, Text.of("study is %s: %s", status, reason));
    endTrials(d, "the study is over: " + reason);
    for (int number : d.state().open()) {
      d.fact(new Fact.BracketClosed(number, reason));
    }
    for (Slot slot : d.state().desk().slots().values()) {
      if (slot.isParked()) {
        d.send(d.release(slot.id(), slot.askSequence()));
      }
      d.fact(new Fact.SlotForgotten(slot.id()));
    }
    for (long request : d.state().suggestions().pending().keySet()) {
      d.fact(new Fact.SuggestionDropped(request, reason));
    }
    for (long request : d.state().suggestions().prepared().keySet()) {
      d.fact(new Fact.SuggestionDropped(request, reason));
    }
  }

  private static void endTrials(Deliberation d, String reason) {
    boolean anyPaused = false;
    for (int number : mayGoOn(d)) {
      Trial trial = d.trial(number);
      switch (trial.status()) {
        case RUNNING -> {
          Command command = d.about(Command.Kind.STOP, trial, reason);
          d.fact(new Fact.Discarded(trial.number(), reason, Optional.of(command)));
          d.send(command);
        }
        case PENDING -> d.fact(new Fact.Discarded(trial.number(), reason, Optional.empty()));
        case PAUSED -> anyPaused = true;
        case STOPPED, DISCARDED, COMPLETED, FAILED -> {}
      }
    }
    if (anyPaused) {
      d.fact(new Fact.PausedDiscarded(reason));
    }
  }

  /** The numbers of all trials that may still go on, among others. */
  private static int[] mayGoOn(Deliberation d) {
    if (d.spec().isAsynchronous()) {
      // Open brackets do not know their trials: once in its life a study looks at all.
      return IntStream.range(0, d.state().trials().size()).toArray();
    }
    IntStream.Builder members = IntStream.builder();
    for (int number : d.state().open()) {
      d.bracket(number).members().forEach(members::add);
    }
    return members.build().toArray();
  }
}
