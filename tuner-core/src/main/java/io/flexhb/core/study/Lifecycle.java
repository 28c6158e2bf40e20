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
  static RuleResult applied(RuleContext study, StudyEvent.Applied event) {
    if (!event.incarnation().equals(study.state().incarnation())) {
      return RuleResult.rejected(
          Rejection.Kind.INVALID,
          Text.of(
              "study %s exists with incarnation %s; delete it before it is made anew",
              study.spec().study(), study.state().incarnation()));
    }
    StudyStatus wished = statusOf(event.requested());
    return amend(study, event.spec()).then(after -> become(after, wished));
  }

  private static RuleResult become(RuleContext study, StudyStatus wished) {
    if (study.state().status() == StudyStatus.DELETED || wished == study.state().status()) {
      return RuleResult.NOTHING;
    }
    if (study.state().status().isOver() && wished != StudyStatus.DELETED) {
      return RuleResult.rejected(
          Rejection.Kind.LATE,
          Text.of(
              "study %s is over (%s) and cannot become %s",
              study.spec().study(), study.state().status(), wished));
    }
    if (wished.isOver()) {
      return end(study, wished, Fact.StatusChanged.AS_REQUESTED);
    }
    return study
        .result()
        .fact(new Fact.StatusChanged(wished, Fact.StatusChanged.AS_REQUESTED))
        .because("study", -1, Text.of("study is %s now", wished))
        .done();
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
  private static RuleResult amend(RuleContext study, StudySpec wished) {
    StudySpecDifference difference = StudySpecDifference.between(study.spec(), wished);
    if (difference.isEmpty()) {
      return RuleResult.NOTHING;
    }
    List<Problem> refused = difference.refused();
    if (!refused.isEmpty()) {
      return RuleResult.rejected(
          Rejection.Kind.INVALID,
          "a running study cannot change these; apply it under another name: " + refused);
    }
    return study
        .result()
        .fact(new Fact.StudyAmended(wished))
        .because("study", -1, "amended: " + difference.amended())
        .done();
  }

  static RuleResult deadline(RuleContext study) {
    var deadline = study.spec().limits().deadlineMillis();
    if (deadline.isEmpty() || study.time() < study.state().createdAt() + deadline.getAsLong()) {
      return RuleResult.rejected(Rejection.Kind.LATE, "the deadline of the study has moved");
    }
    return study.state().status().isOver()
        ? RuleResult.NOTHING
        : end(study, StudyStatus.FINISHED, "the deadline has passed");
  }

  /** Finishes the study when a limit is reached or nothing is left to do. */
  static RuleResult finishWhenDone(RuleContext study) {
    if (study.state().status() != StudyStatus.ACTIVE) {
      return RuleResult.NOTHING;
    }
    var target = study.spec().limits().target();
    if (target.isPresent()
        && study.state().best().isPresent()
        && study.state().best().get().value()
            <= study.spec().objective().minimised(target.getAsDouble())) {
      return end(study, StudyStatus.FINISHED, "the target is reached");
    }
    if (!study.state().open().isEmpty() || study.spec().isAsynchronous() && Asha.goesOn(study)) {
      return RuleResult.NOTHING;
    }
    return Supply.endOfTrials(study.state())
        .or(() -> Arrangement.endOfBrackets(study.state()))
        .map(reason -> end(study, StudyStatus.FINISHED, reason))
        .orElse(RuleResult.NOTHING);
  }

  /**
   * Stops every trial and lets every slot go. Only what an attempt works on is told so one by one:
   * with the slots that bounds the decision, however many trials wait.
   */
  private static RuleResult end(RuleContext study, StudyStatus status, String reason) {
    return study
        .result()
        .fact(new Fact.StatusChanged(status, reason))
        .because("study", -1, Text.of("study is %s: %s", status, reason))
        .done()
        .then(after -> endTrials(after, "the study is over: " + reason))
        .then(after -> letGo(after, reason));
  }

  private static RuleResult endTrials(RuleContext study, String reason) {
    ResultBuilder found = study.result();
    boolean anyPaused = false;
    for (int number : mayGoOn(study)) {
      Trial trial = study.trial(number);
      switch (trial.status()) {
        case RUNNING -> {
          Command command = found.create().about(Command.Kind.STOP, trial, reason);
          found
              .fact(new Fact.Discarded(trial.number(), reason, Optional.of(command)))
              .send(command);
        }
        case PENDING -> found.fact(new Fact.Discarded(trial.number(), reason, Optional.empty()));
        case PAUSED -> anyPaused = true;
        case STOPPED, DISCARDED, COMPLETED, FAILED -> {}
      }
    }
    return anyPaused ? found.fact(new Fact.PausedDiscarded(reason)).done() : found.done();
  }

  /** The numbers of all trials that may still go on, among others. */
  private static int[] mayGoOn(RuleContext study) {
    if (study.spec().isAsynchronous()) {
      // Open brackets do not know their trials: once in its life a study looks at all.
      return IntStream.range(0, study.state().trials().size()).toArray();
    }
    IntStream.Builder members = IntStream.builder();
    for (int number : study.state().open()) {
      study.bracket(number).members().forEach(members::add);
    }
    return members.build().toArray();
  }

  /** Closes brackets, sends slots away and drops suggestions. */
  private static RuleResult letGo(RuleContext study, String reason) {
    StudyState state = study.state();
    ResultBuilder found = study.result();
    for (int number : state.open()) {
      found.fact(new Fact.BracketClosed(number, reason));
    }
    for (Slot slot : state.desk().slots().values()) {
      if (slot.isParked()) {
        found.send(found.create().release(slot.id(), slot.askSequence(), state.statusReason()));
      }
      found.fact(new Fact.SlotForgotten(slot.id()));
    }
    for (long request : state.suggestions().pending().keySet()) {
      found.fact(new Fact.SuggestionDropped(request, reason));
    }
    for (long request : state.suggestions().prepared().keySet()) {
      found.fact(new Fact.SuggestionDropped(request, reason));
    }
    return found.done();
  }
}
