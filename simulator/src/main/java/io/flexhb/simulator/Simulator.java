package io.flexhb.simulator;

/** Runs a study to its end in virtual time. */
public final class Simulator {

  private Simulator() {}

  /** Runs the plan; the same plan gives the same run. */
  public static SimulationResult run(SimulationPlan plan) {
    return run(plan, SimulationObserver.NONE);
  }

  /**
   * Runs the plan; the same plan gives the same run.
   *
   * @param observer sees every decision, on this thread
   */
  public static SimulationResult run(SimulationPlan plan, SimulationObserver observer) {
    RunStatistics tally = new RunStatistics(observer);
    Simulation world = new Simulation(plan, tally);
    tally.countTrained(world::trainedUnits);
    long events = world.run();
    return tally.result(world, events);
  }
}
