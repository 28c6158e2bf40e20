package io.flexhb.core.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * HyperBand's brackets re-arranged by rank correlation (FlexHB, FlexBand; docs/algorithms.md
 * section 4): if a lower level already ranks trials like the next higher one, a copy of the more
 * exploring bracket replaces the more exploiting one.
 */
public final class FlexBand {

  /** When the correlations take effect. */
  public enum WarmUp {
    /** Each pair of levels as soon as it has enough trials of its own. */
    PAIR,
    /** The paper: only once every level has enough. */
    ALL
  }

  /** When the arrangement is decided. */
  public enum Decide {
    /** For each bracket as it opens. */
    BRACKET,
    /** The paper: for a whole loop as it begins. */
    LOOP
  }

  /** Strict lower bound of tau for a replacement. */
  public static final double DEFAULT_THRESHOLD = 0.55;

  /** Common trials that a pair needs before it takes effect, {@code h} of the paper. */
  public static final int DEFAULT_WARM_UP_TRIALS = 25;

  private FlexBand() {}

  /**
   * The bracket of the original table at each place of the loop. No chaining: a replaced bracket is
   * a copy of its original neighbour.
   *
   * @param correlations of start levels (0,1), (1,2) ...: one fewer than brackets
   * @param fewestTrialsAtALevel smallest number of values at any start level
   */
  public static List<Integer> arrange(
      List<Correlation> correlations,
      int fewestTrialsAtALevel,
      double threshold,
      WarmUp warmUp,
      int warmUpTrials) {
    List<Integer> sources = new ArrayList<>();
    sources.add(0);
    for (int j = 1; j <= correlations.size(); j++) {
      boolean replaced =
          replaces(correlations.get(j - 1), fewestTrialsAtALevel, threshold, warmUp, warmUpTrials);
      sources.add(replaced ? j - 1 : j);
    }
    return List.copyOf(sources);
  }

  /**
   * Whether a copy of the neighbor with the lower start level replaces the bracket with the higher
   * one.
   */
  public static boolean replaces(
      Correlation correlation,
      int fewestTrialsAtALevel,
      double threshold,
      WarmUp warmUp,
      int warmUpTrials) {
    int trials = warmUp == WarmUp.PAIR ? correlation.trials() : fewestTrialsAtALevel;
    return trials >= warmUpTrials && correlation.tau() > threshold;
  }
}
