package io.flexhb.simulator;

/**
 * The workers of a simulated run.
 *
 * @param workers number of worker processes
 * @param slots parallel slots of each
 * @param reportStep a trainer reports every so many units, even where that jumps past its boundary;
 *     0 = exactly at the fidelity levels
 * @param holds whether slots keep paused trials suspended
 * @param time how long training takes
 */
public record Fleet(int workers, int slots, int reportStep, boolean holds, TrainingTime time) {

  /**
   * @throws IllegalArgumentException without a worker or a slot, and for a negative step
   */
  public Fleet {
    if (workers < 1 || slots < 1 || reportStep < 0) {
      throw new IllegalArgumentException(
          "a fleet has at least one worker with one slot and no negative step, was %d x %d, %d"
              .formatted(workers, slots, reportStep));
    }
  }

  /** Workers with one slot each, a second per unit, reports at the fidelity levels. */
  public static Fleet of(int workers) {
    return new Fleet(workers, 1, 0, false, TrainingTime.constant(1000));
  }

  /** With so many slots for each worker. */
  public Fleet withSlots(int slots) {
    return new Fleet(workers, slots, reportStep, holds, time);
  }

  /** With trainers that report every so many units; 0 = at the fidelity levels. */
  public Fleet reporting(int step) {
    return new Fleet(workers, slots, step, holds, time);
  }

  /** With slots that keep paused trials suspended, or not. */
  public Fleet holding(boolean holds) {
    return new Fleet(workers, slots, reportStep, holds, time);
  }

  /** With training that takes so long. */
  public Fleet taking(TrainingTime time) {
    return new Fleet(workers, slots, reportStep, holds, time);
  }
}
