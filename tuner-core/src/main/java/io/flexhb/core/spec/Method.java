package io.flexhb.core.spec;

import io.flexhb.core.schedule.FlexBand;
import io.flexhb.core.schedule.HyperBand;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * How a study is tuned: four independent choices and their switches (docs/algorithms.md section 7).
 *
 * @param preset the name the choices were derived from
 * @param sampler name of the sampler: random, sobol, fgf, mfes, bohb ...
 * @param brackets arrangement of brackets
 * @param sizing how many trials a bracket starts with
 * @param promotion which trials are promoted from a rung, and when
 * @param stopping which trials end between rungs
 * @param lambdas revival probability per rung level of the longest bracket, the last is 0
 * @param poolMax most trials a pool keeps; empty = no bound
 * @param flexBand when and how brackets are re-arranged
 * @param switches all switches that were set, by name, as text; samplers read theirs from here
 */
public record Method(
    String preset,
    String sampler,
    Brackets brackets,
    HyperBand.Sizing sizing,
    Promotion promotion,
    Stopping stopping,
    List<Double> lambdas,
    OptionalInt poolMax,
    FlexBandOptions flexBand,
    SortedMap<String, String> switches) {

  /** Arrangement of brackets. */
  public enum Brackets {
    /** One rung at the largest resource: every trial is trained to the end. */
    NONE,
    /** The most exploring bracket, repeatedly. */
    SINGLE,
    HYPERBAND,
    FLEXBAND
  }

  /** What decides which trials of a rung are promoted. */
  public enum Promotion {
    /** Plain successive halving. */
    SH,
    /** Successive halving with global ranking and revival. */
    GLOSH,
    /** Asynchronous successive halving: trials do not wait for rungs. */
    ASHA
  }

  /** What may end a trial at a level between rungs, by its own values. */
  public enum Stopping {
    NONE,
    /** Worse than the median of completed trials. */
    MEDIAN,
    /** Its learning curve is unlikely to beat the best. */
    CURVE
  }

  /** FlexBand's switches. */
  public record FlexBandOptions(
      FlexBand.Decide decide, FlexBand.WarmUp warmUp, int warmUpTrials, double threshold) {}

  static final String PLANNED_TAIL = "plan";

  public Method {
    lambdas = List.copyOf(lambdas);
  }

  /** Whether the last brackets of a budget are made small enough to be trained to their end. */
  public boolean plansTail() {
    return PLANNED_TAIL.equals(switches.get(Switch.BUDGET_TAIL.key()));
  }
}
