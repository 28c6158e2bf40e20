package io.flexhb.simulator;

import io.flexhb.core.sampler.Sampler;
import io.flexhb.core.sampler.SamplerContext;
import io.flexhb.core.sampler.Suggestion;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.LeaseBook;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.StudyLeases;
import io.flexhb.core.study.StudySnapshot;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** The tuner's shell: keeps the state, the leases and the sampler pool. */
final class SimulatedTuner {
  private static final long SUGGESTION_MILLIS = 50;

  private final Timeline timeline;
  private final Network network;
  private final Faults faults;
  private final Sampler sampler;
  private final SimulationObserver observer;
  private final Consumer<Command> commands;
  private Optional<StudyState> state = Optional.empty();
  private StudyLeases leases = new StudyLeases();
  private long startedAt;
  private long nextCheck = Long.MAX_VALUE;

  SimulatedTuner(
      Timeline timeline,
      Network network,
      SimulationPlan plan,
      SimulationObserver observer,
      Consumer<Command> commands) {
    this.timeline = timeline;
    this.network = network;
    this.faults = plan.faults();
    this.sampler = plan.sampler();
    this.observer = observer;
    this.commands = commands;
  }

  /** Empty before the study exists. */
  Optional<StudyState> state() {
    return state;
  }

  void create(StudySpec spec, UUID incarnation) {
    on(new StudyEvent.Applied(timeline.now(), incarnation, RequestedState.ACTIVE, spec));
  }

  /** An event reached the tuner. */
  void on(StudyEvent event) {
    if (state.isPresent()
        && timeline.now() - startedAt >= faults.tunerLivesMillis()
        && network.happens(faults.tunerRestarts())) {
      restart();
    }
    Optional<StudyState> before = state;
    Decision decision = StudyEngine.decide(before, event);
    StudyState after =
        before.isEmpty() || decision.changesState()
            ? StudyEngine.apply(before, decision)
            : before.get();
    state = Optional.of(after);
    leases.onEvent(after, event, timeline.now());
    if (decision.changesState()) {
      leases.onChange(before, after, StateChanges.by(decision, before, after), timeline.now());
    }
    observer.decided(before, event, decision, after);
    decision.commands().forEach(commands);
    for (Fact fact : decision.facts()) {
      if (fact instanceof Fact.SuggestionRequested requested) {
        suggest(after.incarnation(), requested.request());
      }
    }
    scheduleCheck();
  }

  /** The process dies and another one takes over from what was stored. */
  private void restart() {
    StudyState s = state.orElseThrow();
    StudyState restored =
        StudyState.assemble(
            s.header(),
            s.trials().toJavaList(),
            s.brackets().toJavaList(),
            s.slotTable().slots().values().toJavaList());
    state = Optional.of(restored);
    startedAt = timeline.now();
    leases = new StudyLeases();
    leases.restart(restored, timeline.now());
    for (long request : restored.suggestions().pending().keySet()) {
      suggest(restored.incarnation(), request);
    }
    scheduleCheck();
  }

  /** As the service does, a model sees the answers given before its turn comes. */
  private void suggest(UUID incarnation, long request) {
    network.send(
        () ->
            timeline.after(
                SUGGESTION_MILLIS,
                () -> {
                  StudyState snapshot = state.orElseThrow();
                  Suggestion suggestion =
                      sampler.suggest(
                          new SamplerContext(
                              snapshot.spec().space(),
                              StudySnapshot.measurements(snapshot),
                              snapshot.spec().seed(),
                              request));
                  on(
                      new StudyEvent.SuggestionArrived(
                          timeline.now(),
                          incarnation,
                          request,
                          suggestion.candidates(),
                          snapshot.sequence(),
                          suggestion.explanation()));
                }));
  }

  /** Makes sure that the earliest lease is looked at when it is due. */
  private void scheduleCheck() {
    long earliest = leases.book().earliest().orElse(Long.MAX_VALUE);
    if (earliest < nextCheck) {
      nextCheck = earliest;
      timeline.after(earliest - timeline.now(), this::checkLeases);
    }
  }

  private void checkLeases() {
    if (timeline.now() < nextCheck) {
      return;
    }
    nextCheck = Long.MAX_VALUE;
    List<LeaseBook.Check> due = new ArrayList<>(leases.book().due(timeline.now()));
    for (LeaseBook.Check check : due) {
      network.send(() -> checkReturned(check));
    }
    scheduleCheck();
  }

  private void checkReturned(LeaseBook.Check check) {
    if (leases.book().returned(check, timeline.now())) {
      on(new StudyEvent.LeaseExpired(timeline.now(), check.key()));
    }
    scheduleCheck();
  }
}
