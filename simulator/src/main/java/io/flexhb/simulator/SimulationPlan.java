package io.flexhb.simulator;

import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.sampler.Sampler;
import io.flexhb.core.spec.Limits;
import io.flexhb.core.spec.StudySpec;
import java.util.List;

/**
 * All a simulated run depends on.
 *
 * @param sampler answers the suggestion requests of studies whose sampler is not {@code random}
 * @param seed seed of the objective's noise and of the faults; the study has its own
 * @param maxEvents events after which the run is given up as endless
 * @param resumeMillis time after which somebody resumes a study that was paused because its trials
 *     fail; 0 = nobody does, and the run ends there
 * @param extensions limits with which somebody re-opens the study, one after the other, each time
 *     it has finished and its workers have left; new workers come then
 */
public record SimulationPlan(
    StudySpec spec,
    ObjectiveFunction objective,
    Fleet fleet,
    Sampler sampler,
    Faults faults,
    long seed,
    long maxEvents,
    long resumeMillis,
    List<Limits> extensions) {

  public SimulationPlan {
    extensions = List.copyOf(extensions);
  }

  /** One worker, no faults. */
  public static SimulationPlan of(StudySpec spec, ObjectiveFunction objective) {
    return new SimulationPlan(
        spec,
        objective,
        Fleet.of(1),
        new RandomSampler(),
        Faults.NONE,
        0,
        100_000_000,
        0,
        List.of());
  }

  /** With other workers. */
  public SimulationPlan with(Fleet fleet) {
    return new SimulationPlan(
        spec, objective, fleet, sampler, faults, seed, maxEvents, resumeMillis, extensions);
  }

  /** With another sampler behind the suggestion requests. */
  public SimulationPlan with(Sampler sampler) {
    return new SimulationPlan(
        spec, objective, fleet, sampler, faults, seed, maxEvents, resumeMillis, extensions);
  }

  /** With other faults. */
  public SimulationPlan with(Faults faults) {
    return new SimulationPlan(
        spec, objective, fleet, sampler, faults, seed, maxEvents, resumeMillis, extensions);
  }

  /** With another seed of noise and faults; the study keeps its own. */
  public SimulationPlan withSeed(long seed) {
    return new SimulationPlan(
        spec, objective, fleet, sampler, faults, seed, maxEvents, resumeMillis, extensions);
  }

  /** Given up as endless after so many events. */
  public SimulationPlan withMaxEvents(long maxEvents) {
    return new SimulationPlan(
        spec, objective, fleet, sampler, faults, seed, maxEvents, resumeMillis, extensions);
  }

  /** With somebody who resumes the study after so long whenever its failures have paused it. */
  public SimulationPlan resumedAfter(long millis) {
    return new SimulationPlan(
        spec, objective, fleet, sampler, faults, seed, maxEvents, millis, extensions);
  }

  /** With somebody who re-opens the study with each of these limits in turn when it is finished. */
  public SimulationPlan extendedBy(Limits... limits) {
    return new SimulationPlan(
        spec, objective, fleet, sampler, faults, seed, maxEvents, resumeMillis, List.of(limits));
  }
}
