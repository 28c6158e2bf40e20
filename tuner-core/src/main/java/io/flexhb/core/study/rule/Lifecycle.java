package io.flexhb.core.study.rule;

import io.flexhb.core.space.Problem;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecDifference;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.Reason;
import io.flexhb.core.study.decision.Rejection;
import io.flexhb.core.study.decision.ResultBuilder;
import io.flexhb.core.study.decision.Rule;
import io.flexhb.core.study.decision.RuleContext;
import io.flexhb.core.study.decision.RuleResult;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.message.Text;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.Slot;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Creation, requests of the platform, and the end of a study. */
public final class Lifecycle {

  private Lifecycle() {}

  /** The first decision of a study. A state other than ACTIVE that was requested is set at once. */
  public static Decision create(StudyEvent.Applied event) {
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

  /** The platform's request for an existing study. */
  static RuleResult applied(RuleContext study, StudyEvent.Applied event) {
    if (!event.incarnation().equals(study.state().incarnation())) {
      return RuleResult.rejected(
          Rejection.Kind.INVALID,
          Text.of(
              "study %s exists with incarnation %s; delete it before it is made anew",
              study.spec().study(), study.state().incarnation()));
    }
    StudyStatus requested = statusOf(event.requested());
    StudyStatus status = study.state().status();
    if (requested.isFinal()) {
      return amend(study, event.spec()).then(after -> end(after, requested));
    }
    if (status == StudyStatus.FINISHED) {
      return Reopening.applied(study, event.spec(), requested);
    }
    if (status == StudyStatus.DELETED) {
      return RuleResult.NOTHING;
    }
    return status.isOver()
        ? refused(study, requested)
        : amend(study, event.spec()).then(after -> become(after, requested));
  }

  private static RuleResult become(RuleContext study, StudyStatus requested) {
    return requested == study.state().status()
        ? RuleResult.NOTHING
        : study
            .result()
            .fact(new Fact.StatusChanged(requested, Fact.StatusChanged.AS_REQUESTED))
            .because("study", -1, Text.of("study is %s now", requested))
            .done();
  }

  /** The platform ends the study for good, or requests the remaining effects of that. */
  private static RuleResult end(RuleContext study, StudyStatus requested) {
    StudyStatus status = study.state().status();
    if (requested == StudyStatus.CLOSED && status == StudyStatus.CLOSED) {
      return CheckpointDiscards.letGo(study);
    }
    if (requested == status || status == StudyStatus.DELETED) {
      return RuleResult.NOTHING;
    }
    boolean may =
        switch (requested) {
          case CLOSED -> status == StudyStatus.FINISHED;
          case CANCELLED -> !status.isOver();
          default -> true;
        };
    if (!may) {
      return refused(study, requested);
    }
    if (requested != StudyStatus.CLOSED) {
      return endForGood(study, requested, Fact.StatusChanged.AS_REQUESTED);
    }
    return endForGood(study, requested, "it had finished: " + study.state().statusReason())
        .then(CheckpointDiscards::letGo);
  }

  /** A request that cannot be fulfilled; the platform is informed. */
  static RuleResult refused(RuleContext study, StudyStatus requested) {
    StudyStatus status = study.state().status();
    return RuleResult.rejected(
        Rejection.Kind.INVALID,
        Text.of(
            "study %s is %s (%s) and cannot become %s%s",
            study.spec().study(),
            status,
            study.state().statusReason(),
            requested,
            status.isOver() ? "" : "; only a finished study is closed, others are cancelled"));
  }

  private static StudyStatus statusOf(RequestedState requested) {
    return switch (requested) {
      case ACTIVE -> StudyStatus.ACTIVE;
      case PAUSED -> StudyStatus.PAUSED;
      case CLOSED -> StudyStatus.CLOSED;
      case CANCELLED -> StudyStatus.CANCELLED;
      case DELETED -> StudyStatus.DELETED;
    };
  }

  /** Limits and patience may change while a study runs, nothing else. */
  static RuleResult amend(RuleContext study, StudySpec requested) {
    StudySpecDifference difference = StudySpecDifference.between(study.spec(), requested);
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
        .fact(new Fact.StudyAmended(study.spec().amendedBy(requested)))
        .because("study", -1, "amended: " + difference.amended())
        .done();
  }

  static RuleResult deadline(RuleContext study) {
    Optional<String> passed = deadlinePassed(study);
    if (passed.isEmpty()) {
      return RuleResult.rejected(Rejection.Kind.LATE, "the deadline of the study has moved");
    }
    return study.state().status().isOver() ? RuleResult.NOTHING : finish(study, passed.get());
  }

  private static Optional<String> deadlinePassed(RuleContext study) {
    var deadline = study.spec().limits().deadlineMillis();
    return deadline.isPresent() && study.time() >= study.state().createdAt() + deadline.getAsLong()
        ? Optional.of("the deadline has passed")
        : Optional.empty();
  }

  /** Finishes the study when a limit is reached or no work is left. */
  public static RuleResult finishWhenDone(RuleContext study) {
    return study.state().status() == StudyStatus.ACTIVE
        ? whyDone(study).map(reason -> finish(study, reason)).orElse(RuleResult.NOTHING)
        : RuleResult.NOTHING;
  }

  /** Why the study, if active, would end at once; empty when it would continue. */
  static Optional<String> whyOver(RuleContext study) {
    return deadlinePassed(study).or(() -> whyDone(study));
  }

  private static Optional<String> whyDone(RuleContext study) {
    var target = study.spec().limits().target();
    if (target.isPresent()
        && study.state().best().isPresent()
        && study.state().best().get().value()
            <= study.spec().objective().minimised(target.getAsDouble())) {
      return Optional.of("the target is reached");
    }
    if (!study.state().open().isEmpty() || PromotionRule.of(study.spec()).goesOn(study)) {
      return Optional.empty();
    }
    return ConfigurationSupply.endOfTrials(study.state())
        .or(() -> BracketArrangement.endOfBrackets(study.state()));
  }

  private static RuleResult ended(RuleContext study, StudyStatus status, String reason) {
    return study
        .result()
        .fact(new Fact.StatusChanged(status, reason))
        .because("study", -1, Text.of("study is %s: %s", status, reason))
        .done();
  }

  /**
   * Ends the study by a limit: live attempts end and slots are released. Everything else stays, so
   * that a larger limit can re-open the study.
   */
  private static RuleResult finish(RuleContext study, String reason) {
    return ended(study, StudyStatus.FINISHED, reason)
        .then(after -> interrupt(after, "the study is over: " + reason))
        .then(after -> letGo(after, reason));
  }

  private static RuleResult interrupt(RuleContext study, String reason) {
    List<Rule> each = new ArrayList<>();
    for (Slot slot : study.state().slotTable().slots().values()) {
      if (study.state().trains(slot)) {
        each.add(after -> LostAttempts.interrupt(after, after.trial(slot.trial()), reason));
      }
    }
    return RuleResult.NOTHING.thenEach(each);
  }

  /**
   * Ends the study and all its trials. Only live attempts get individual commands; together with
   * the slots that limits the decision's size, however many trials wait.
   */
  private static RuleResult endForGood(RuleContext study, StudyStatus status, String reason) {
    return ended(study, status, reason)
        .then(after -> endTrials(after, "the study is over: " + reason))
        .then(after -> closeBrackets(after, reason))
        .then(after -> letGo(after, reason));
  }

  private static RuleResult endTrials(RuleContext study, String reason) {
    ResultBuilder found = study.result();
    boolean anyPaused = false;
    for (int number : PromotionRule.of(study.spec()).mayGoOn(study).toArray()) {
      Trial trial = study.trial(number);
      switch (trial.status()) {
        case RUNNING -> {
          Command.Ending command = found.create().stop(trial, reason);
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

  private static RuleResult closeBrackets(RuleContext study, String reason) {
    ResultBuilder found = study.result();
    for (int number : study.state().open()) {
      found.fact(new Fact.BracketClosed(number, reason));
    }
    return found.done();
  }

  /** Releases slots and drops suggestions. */
  private static RuleResult letGo(RuleContext study, String reason) {
    StudyState state = study.state();
    ResultBuilder found = study.result();
    for (Slot slot : state.slotTable().slots().values()) {
      if (slot.isParked()) {
        found.send(found.create().release(slot.id(), slot.askSequence(), state));
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
