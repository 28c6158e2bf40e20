package io.flexhb.core.sampler;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.surrogate.CpuYield;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Hill climbing that changes one parameter at a time (Hutter et al. 2011). */
final class OneExchange {
  private static final int MAX_STEPS = 20;
  private static final int NUMERIC_NEIGHBOURS = 4;
  private static final double NUMERIC_DEVIATION = 0.2;

  /** In larger spaces a random subset is tried at each step, so that a step stays cheap. */
  private static final int MAX_PARAMETERS = 50;

  private final Encoder encoder;
  private final Acquisition acquisition;
  private final CounterRandom random;
  private final boolean[] nominal;
  private final long[] sizes;

  OneExchange(Encoder encoder, Acquisition acquisition, CounterRandom random) {
    this.encoder = encoder;
    this.acquisition = acquisition;
    this.random = random;
    this.nominal = encoder.nominal();
    this.sizes = encoder.sizes();
  }

  /** The best point reached from here; the start itself when no neighbour is better. */
  double[] climb(double[] start) {
    double[] best = start;
    for (int step = 0; step < MAX_STEPS; step++) {
      CpuYield.letOthersRun();
      double[][] around = neighbours(best);
      int chosen = acquisition.best(around, 1).index()[0];
      if (chosen == 0) {
        break;
      }
      best = around[chosen];
    }
    return best;
  }

  /**
   * The centre, and after it points with another category, or a number nearby, in one parameter
   * that exists. (The models are fast for points that differ from the first in one column.)
   */
  double[][] neighbours(double[] centre) {
    double[] filled = centre.clone();
    int[] active = new int[centre.length];
    int count = 0;
    for (int i = 0; i < centre.length; i++) {
      if (isActive(centre, i)) {
        active[count++] = i;
      } else {
        // A changed parent may activate this parameter; then it needs a value.
        filled[i] = nominal[i] ? random.nextInt((int) sizes[i]) : random.nextDouble();
      }
    }
    int[] changed = Arrays.copyOf(active, count);
    if (count > MAX_PARAMETERS) {
      random.shuffle(changed);
      changed = Arrays.copyOf(changed, MAX_PARAMETERS);
    }
    List<double[]> neighbours = new ArrayList<>();
    neighbours.add(centre);
    for (int i : changed) {
      addNeighbours(neighbours, filled, i);
    }
    return neighbours.toArray(double[][]::new);
  }

  private void addNeighbours(List<double[]> neighbours, double[] filled, int i) {
    int count = nominal[i] ? (int) sizes[i] : NUMERIC_NEIGHBOURS;
    for (int k = 0; k < count; k++) {
      double[] changed = filled.clone();
      changed[i] = nominal[i] ? k : nearby(filled[i]);
      double[] settled = encoder.settle(changed);
      if (!encoder.isForbidden(settled)) {
        neighbours.add(settled);
      }
    }
  }

  private double nearby(double centre) {
    double value = centre + NUMERIC_DEVIATION * random.nextGaussian();
    return Math.min(Math.nextDown(1.0), Math.max(0, value));
  }

  private boolean isActive(double[] x, int i) {
    return nominal[i] ? x[i] < sizes[i] : x[i] >= 0;
  }
}
