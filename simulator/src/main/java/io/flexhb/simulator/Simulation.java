package io.flexhb.simulator;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.RequestedState;
import io.flexhb.core.study.message.StudyEvent;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongFunction;

/** Everything of one run: time, network, tuner and workers, and what they share. */
final class Simulation {
  private final SimulationPlan plan;
  private final UUID incarnation;
  private final Timeline timeline = new Timeline();
  private final Network network;
  private final SimulatedTuner tuner;
  private final List<SimulatedWorker> workers = new ArrayList<>();
  private long trainedUnits;
  private int names;
  private int absent;
  private int extended;

  Simulation(SimulationPlan plan, SimulationObserver observer) {
    this(plan, observer, Network.drawn(plan.faults(), plan.seed()));
  }

  Simulation(SimulationPlan plan, SimulationObserver observer, LongFunction<List<Long>> fates) {
    this.plan = plan;
    CounterRandom identity = CounterRandom.of(plan.spec().seed(), "incarnation", 0);
    this.incarnation = new UUID(identity.nextLong(), identity.nextLong());
    this.network = new Network(timeline, CounterRandom.of(plan.seed(), "faults", 0), fates);
    this.tuner = new SimulatedTuner(timeline, network, plan, watched(observer), this::toWorkers);
  }

  /** Whoever resumes studies sees what is decided, too. */
  private SimulationObserver watched(SimulationObserver observer) {
    return (before, event, decision, after) -> {
      observer.decided(before, event, decision, after);
      if (plan.resumeMillis() > 0
          && isPaused(after)
          && !before.map(Simulation::isPaused).orElse(false)) {
        timeline.after(plan.resumeMillis(), this::resume);
      }
    };
  }

  private static boolean isPaused(StudyState state) {
    return state.status() == StudyStatus.PAUSED;
  }

  private void resume() {
    if (isPaused(tuner.state().orElseThrow())) {
      tuner.on(
          new StudyEvent.Applied(
              timeline.now(),
              incarnation,
              RequestedState.ACTIVE,
              tuner.state().orElseThrow().spec()));
    }
  }

  /** The next extension of the study that is over; false when it stays over. */
  private boolean extend() {
    StudyState state = tuner.state().orElseThrow();
    if (state.status() != StudyStatus.FINISHED || extended == plan.extensions().size()) {
      return false;
    }
    StudySpec spec = plan.spec().with(plan.extensions().get(extended++));
    tuner.on(new StudyEvent.Applied(timeline.now(), incarnation, RequestedState.ACTIVE, spec));
    workers.clear();
    hireAll();
    return true;
  }

  /**
   * Runs until everybody was told to leave, or the study is paused for good, or nothing happens any
   * more, or it takes too long.
   */
  long run() {
    tuner.create(plan.spec(), incarnation);
    hireAll();
    long events = 0;
    while (events < plan.maxEvents() && (!isOver() || extend()) && timeline.step()) {
      events++;
    }
    return events;
  }

  private void hireAll() {
    for (int i = 0; i < plan.fleet().workers(); i++) {
      hire(newName());
    }
  }

  private boolean isOver() {
    StudyState state = tuner.state().orElseThrow();
    if (isPaused(state)) {
      return plan.resumeMillis() == 0;
    }
    return state.status().isOver()
        && absent == 0
        && workers.stream().allMatch(SimulatedWorker::isReleased);
  }

  private String newName() {
    return "worker-" + names++;
  }

  private void hire(String name) {
    SimulatedWorker worker = new SimulatedWorker(this, name, plan.fleet().slots());
    workers.add(worker);
    worker.start();
  }

  /** A dead worker comes back after a while. */
  void died(SimulatedWorker worker) {
    worker.die();
    workers.remove(worker);
    absent++;
    boolean anew = network.happens(plan.faults().newIdentity());
    timeline.after(
        1 + network.upTo(3 * spec().patience().leaseMillis()),
        () -> {
          absent--;
          hire(anew ? newName() : worker.name());
        });
  }

  private void toWorkers(Command command) {
    network.send(() -> List.copyOf(workers).forEach(worker -> worker.on(command)));
  }

  /** Sends an event; it gets its time when it arrives. */
  void toTuner(LongFunction<StudyEvent> event) {
    network.send(() -> tuner.on(event.apply(timeline.now())));
  }

  void after(long millis, Runnable action) {
    timeline.after(millis, action);
  }

  long now() {
    return timeline.now();
  }

  SimulationPlan plan() {
    return plan;
  }

  StudySpec spec() {
    return plan.spec();
  }

  UUID incarnation() {
    return incarnation;
  }

  Network network() {
    return network;
  }

  SimulatedTuner tuner() {
    return tuner;
  }

  double value(Configuration configuration, long resource) {
    return plan.objective().value(configuration, resource, plan.seed());
  }

  void trainedUnits(long units) {
    trainedUnits += units;
  }

  long trainedUnits() {
    return trainedUnits;
  }

  /** Where a trainer at {@code resource} reports next. */
  long nextReport(long resource, long until) {
    long max = spec().ladder().maxResource();
    int step = plan.fleet().reportStep();
    if (step > 0) {
      return Math.min(max, resource + step);
    }
    for (long level : spec().fidelityLevels()) {
      if (level > resource) {
        return level;
      }
    }
    return max;
  }
}
