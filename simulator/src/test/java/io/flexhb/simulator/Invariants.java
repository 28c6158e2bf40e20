package io.flexhb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.decision.DecisionAndState;
import io.flexhb.core.study.decision.Reason;
import io.flexhb.core.study.message.AttemptRef;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What must hold after every decision of every run (docs/algorithms.md section 9). */
final class Invariants implements SimulationObserver {
  private final int checkWholeStateEvery;
  private final Map<String, Command> commands = new HashMap<>();
  private final Set<String> promotions = new HashSet<>();
  private final Map<SlotId, AttemptRef> training = new HashMap<>();
  private int failedInARow;
  private long decisions;

  Invariants(int checkWholeStateEvery) {
    this.checkWholeStateEvery = checkWholeStateEvery;
  }

  @Override
  public void decided(
      Optional<StudyState> before, StudyEvent event, Decision decision, StudyState after) {
    decisions++;
    Optional<StudyState> state = before;
    Set<Integer> tooDear =
        decision.reasons().stream()
            .filter(reason -> reason.rule().equals("budget"))
            .map(Reason::trial)
            .collect(Collectors.toSet());
    for (Fact fact : decision.facts()) {
      StudyState next = StudyEngine.evolve(state, fact);
      if (state.isPresent()) {
        checkFact(state.get(), fact, next);
        countFailures(state.get(), fact, tooDear);
      }
      state = Optional.of(next);
    }
    decision.commands().forEach(this::checkId);
    checkBudget(after);
    checkFailures(after);
    if (before.isPresent()) {
      checkAnswered(before.get(), event, decision, after);
    }
    boolean ends = after.status().isOver() && before.filter(b -> b.status().isOver()).isEmpty();
    if (decisions % checkWholeStateEvery == 0 || ends) {
      checkWhole(after);
      before.ifPresent(b -> checkPure(b, event, decision));
      assertThat(StudyEngine.decideAndApply(before, event))
          .as("deciding and applying at once")
          .isEqualTo(new DecisionAndState(decision, Optional.of(after)));
    }
  }

  private void checkFact(StudyState before, Fact fact, StudyState after) {
    if (fact instanceof Fact.Granted granted) {
      checkGrant(before, granted.command());
    } else if (fact instanceof Fact.Promoted promoted) {
      assertThat(
              promotions.add(promoted.bracket() + "." + promoted.rung() + "." + promoted.trial()))
          .as("trial promoted once from a rung: %s", promoted)
          .isTrue();
      if (before.spec().isAsynchronous()) {
        checkRank(before, before.trials().get(promoted.trial()));
      }
      assertThat(before.trials().get(promoted.trial()).status())
          .as("%s", promoted)
          .isEqualTo(
              promoted.revived()
                  ? TrialStatus.STOPPED
                  : before.trials().get(promoted.trial()).status())
          .isNotIn(TrialStatus.FAILED, TrialStatus.DISCARDED, TrialStatus.COMPLETED);
    }
    if (fact instanceof Fact.OfTrial of && of.trial() < before.trials().size()) {
      TrialStatus was = before.trials().get(of.trial()).status();
      TrialStatus is = after.trials().get(of.trial()).status();
      Visited.transition(was, is);
      if (was == TrialStatus.STOPPED && is != was && is != TrialStatus.DISCARDED) {
        assertThat(fact).isInstanceOf(Fact.Promoted.class);
        assertThat(((Fact.Promoted) fact).revived()).isTrue();
        assertThat(after.trials().get(of.trial()).wasStopped()).isTrue();
      }
    }
    Visited.fact(fact);
    endAttempts(after, fact);
  }

  /** Counted anew, from what becomes of trials and studies. */
  private void countFailures(StudyState before, Fact fact, Set<Integer> tooDear) {
    if (fact instanceof Fact.ValueRecorded) {
      failedInARow = 0;
    } else if (fact instanceof Fact.Failed failed
        && !tooDear.contains(failed.trial())
        && !failed.reason().contains("infeasible")) {
      failedInARow++;
    } else if (fact instanceof Fact.StatusChanged changed) {
      Visited.status(before.status(), changed.status());
      if (changed.status() == StudyStatus.PAUSED) {
        // Nobody else pauses a simulated study.
        assertThat(before.spec().limits().failures()).as("%s", changed).hasValue(failedInARow);
        assertThat(changed.reason()).startsWith(failedInARow + " trial(s) failed in a row");
      } else if (changed.status() == StudyStatus.ACTIVE) {
        failedInARow = 0;
      }
    }
  }

  private void checkFailures(StudyState state) {
    assertThat(state.failing().trials()).as("trials failed in a row").isEqualTo(failedInARow);
    if (failedInARow > 0) {
      assertThat(state.trials().get(state.failing().newest()).status())
          .isEqualTo(TrialStatus.FAILED);
    }
    if (state.status() == StudyStatus.ACTIVE && state.spec().limits().failures().isPresent()) {
      assertThat(failedInARow)
          .as("an active study")
          .isLessThan(state.spec().limits().failures().getAsInt());
    }
  }

  /** Counted anew, from the trials alone: it is among the best 1/eta of all values at its rung. */
  private static void checkRank(StudyState state, Trial promoted) {
    Bracket bracket = state.brackets().get(promoted.bracket());
    long level = bracket.levelOf(promoted);
    double value = promoted.valueAt(level).orElseThrow();
    int cohort = 0;
    int rank = 1;
    for (Trial other : state.trials()) {
      Bracket its = state.brackets().get(other.bracket());
      boolean sameRungs = its.plan().startLevel() == bracket.plan().startLevel();
      // What a trial that was stopped on its way to the rung reports late is for the models only.
      boolean arrived =
          !Set.of(TrialStatus.DISCARDED, TrialStatus.FAILED).contains(other.status())
              && other.valueAt(level).isPresent();
      boolean recorded = its.levelOf(other) > level || its.levelOf(other) == level && arrived;
      if (sameRungs && recorded) {
        double itsValue = other.valueAt(level).orElseThrow();
        cohort++;
        rank += itsValue < value || itsValue == value && other.number() < promoted.number() ? 1 : 0;
      }
    }
    assertThat(rank)
        .as("rank of trial %d among %d at %d", promoted.number(), cohort, level)
        .isLessThanOrEqualTo(Math.max(1, cohort / state.spec().ladder().eta()));
  }

  private void checkGrant(StudyState before, Command.Grant command) {
    Trial trial = before.trials().get(command.trial());
    assertThat(command.untilResource())
        .isLessThanOrEqualTo(before.spec().ladder().maxResource())
        .isGreaterThan(command.fromResource());
    assertThat(command.fromResource()).isNotNegative();
    assertThat(command.configuration()).isEqualTo(trial.configuration());
    if (command.attempt() != trial.attempt()) {
      assertThat(command.attempt()).isEqualTo(trial.attempt() + 1);
      assertThat(command.kind() == Command.GrantKind.REVIVE).isEqualTo(trial.wasStopped());
      AttemptRef ref = new AttemptRef(before.incarnation(), command.trial(), command.attempt());
      assertThat(training.put(command.slot(), ref))
          .as("slot %s trains one attempt at a time", command.to())
          .isNull();
    }
    assertThat(commands).as("a new grant has a new id").doesNotContainKey(command.id());
  }

  private void endAttempts(StudyState after, Fact fact) {
    if (fact instanceof Fact.OfTrial of && !after.trials().get(of.trial()).isLive()) {
      training.values().removeIf(ref -> ref.trial() == of.trial());
    }
  }

  /**
   * The same id is the same command, always. The words in which a worker is told that its attempt
   * is no more may differ: for each report they say how things stand.
   */
  private void checkId(Command command) {
    Command known = commands.putIfAbsent(command.id(), command);
    if (known != null && command.id().startsWith("fence:")) {
      assertThat(command)
          .usingRecursiveComparison()
          .withStrictTypeChecking()
          .ignoringFields("reason")
          .isEqualTo(known);
    } else if (known != null) {
      assertThat(command).isEqualTo(known);
    }
  }

  private static void checkBudget(StudyState state) {
    assertThat(state.budget().spent()).as("spent").isNotNegative();
    assertThat(state.budget().reserved()).as("reserved").isNotNegative();
    state
        .spec()
        .limits()
        .budget()
        .ifPresent(
            budget ->
                assertThat(state.budget().spent() + state.budget().reserved())
                    .as("granted and promised of %d", budget)
                    .isLessThanOrEqualTo(budget));
    if (state.status().isOver()) {
      assertThat(state.slotTable().slots()).isEmpty();
      assertThat(state.suggestions().pending()).isEmpty();
      assertThat(state.suggestions().prepared()).isEmpty();
      assertThat(state.trials()).as("nobody trains").noneMatch(Trial::isLive);
    }
    if (state.status().isFinal()) {
      assertThat(state.budget().reserved()).as("reserved at the end").isZero();
      assertThat(state.open()).isEmpty();
      assertThat(state.ready()).isEmpty();
      assertThat(state.trials())
          .as("no trial is left waiting")
          .noneMatch(t -> t.status() == TrialStatus.PENDING || t.status() == TrialStatus.PAUSED);
    }
  }

  /** A worker that waits at its boundary hears something it has not seen. */
  private static void checkAnswered(
      StudyState before, StudyEvent event, Decision decision, StudyState after) {
    if (!(event instanceof StudyEvent.Reported report)
        || report.attempt().trial() >= before.trials().size()) {
      return;
    }
    Trial was = before.trials().get(report.attempt().trial());
    Trial is = after.trials().get(report.attempt().trial());
    boolean atBoundary = report.resource() >= was.untilResource();
    if (report.attempt().attempt() != was.attempt() || atBoundary) {
      assertThat(decision.commands())
          .as("answer to %s of %s", report, is)
          .anyMatch(
              c ->
                  c instanceof Command.OfTrial of
                      && of.trial() == is.number()
                      && of.attempt() == report.attempt().attempt()
                      && !c.id().equals(report.commandSeen()));
    }
  }

  /** Deciding changes nothing and is repeatable, also on a state that was stored in between. */
  private static void checkPure(StudyState before, StudyEvent event, Decision decision) {
    StudyState restored = restored(before);
    assertThat(restored).isEqualTo(before);
    assertThat(StudyEngine.decide(Optional.of(restored), event)).isEqualTo(decision);
    assertThat(restored).isEqualTo(restored(before));
  }

  static StudyState restored(StudyState state) {
    return StudyState.assemble(
        state.header(),
        state.trials().toJavaList(),
        state.brackets().toJavaList(),
        state.slotTable().slots().values().toJavaList());
  }

  private static void checkWhole(StudyState state) {
    long promised = 0;
    Map<SlotId, Integer> live = new HashMap<>();
    for (Trial trial : state.trials()) {
      promised += trial.promised();
      checkTrial(state, trial);
      if (trial.isLive()) {
        assertThat(live.put(trial.slot().orElseThrow(), trial.number())).isNull();
      }
    }
    for (int number : state.open()) {
      Bracket bracket = state.brackets().get(number);
      promised += bracket.freeSlots() * bracket.plan().startLevel();
      checkBracket(state, bracket);
    }
    assertThat(state.budget().reserved()).isEqualTo(promised);
    assertThat(state.best().map(StudyState.Best::value).orElse(0.0)).isFinite();
  }

  private static void checkTrial(StudyState state, Trial trial) {
    List<Long> pools =
        state
            .pools()
            .byLevel()
            .filter(
                (level, pool) ->
                    pool.contains(
                        new io.flexhb.core.schedule.Ranked(
                            trial.valueAt(level).orElse(0), trial.number())))
            .keySet()
            .toJavaList();
    assertThat(pools).hasSize(trial.status() == TrialStatus.STOPPED ? 1 : 0);
    assertThat(trial.levels()).allMatch(v -> Double.isFinite(v.value()));
    Bracket bracket = state.brackets().get(trial.bracket());
    if (trial.status() == TrialStatus.RUNNING
        || trial.status() == TrialStatus.PENDING
        || trial.status() == TrialStatus.PAUSED) {
      if (!state.spec().isAsynchronous()) {
        assertThat(bracket.closed()).isFalse();
        assertThat(bracket.members()).contains(trial.number());
        assertThat(trial.rung()).isEqualTo(bracket.rung());
      }
      assertThat(trial.valueAt(bracket.levelOf(trial)).isPresent())
          .as("%s at %s", trial, bracket)
          .isEqualTo(trial.status() == TrialStatus.PAUSED);
    }
    assertThat(state.ready().contains(new StudyState.Ready(trial.bracket(), trial.number())))
        .isEqualTo(trial.status() == TrialStatus.PENDING);
  }

  private static void checkBracket(StudyState state, Bracket bracket) {
    long waiting =
        bracket
            .members()
            .count(
                number -> {
                  Trial trial = state.trials().get(number);
                  return trial.status() != TrialStatus.FAILED
                      && trial.status() != TrialStatus.DISCARDED
                      && trial.valueAt(bracket.level()).isEmpty();
                });
    assertThat(bracket.waiting()).isEqualTo((int) waiting);
    assertThat(bracket.members().distinct()).isEqualTo(bracket.members());
    assertThat(bracket.members().size()).isLessThanOrEqualTo(bracket.currentRung().n());
  }
}
