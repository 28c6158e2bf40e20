package io.flexhb.core.schedule;

import io.flexhb.core.fidelity.ResourceLadder;
import java.util.ArrayList;
import java.util.List;

/**
 * The HyperBand arrangement of brackets (Li et al. 2017, Alg. 1; FlexHB table 1; docs/algorithms.md
 * section 2).
 */
public final class HyperBand {

  /** How many trials a bracket starts with. */
  public enum Sizing {
    /** {@code floor((sMax+1)/(s+1)) * eta^s}: the FlexHB paper's table. */
    FLOOR,
    /** {@code ceil((sMax+1)/(s+1) * eta^s)}: the HyperBand paper and most public tuners. */
    CEIL
  }

  private HyperBand() {}

  /** The brackets of one loop, the most exploring (smallest start level) first. */
  public static List<BracketPlan> arrange(ResourceLadder ladder, Sizing sizing) {
    int sMax = ladder.sMax();
    List<BracketPlan> loop = new ArrayList<>();
    for (int s = sMax; s >= 0; s--) {
      loop.add(bracket(ladder, s, startSize(sMax, s, ladder.eta(), sizing)));
    }
    return List.copyOf(loop);
  }

  private static BracketPlan bracket(ResourceLadder ladder, int s, int startSize) {
    List<Long> levels = ladder.rungLevels();
    List<Rung> rungs = new ArrayList<>();
    int n = startSize;
    for (int i = 0; i <= s; i++) {
      rungs.add(new Rung(n, levels.get(levels.size() - 1 - s + i)));
      n = Math.max(1, n / ladder.eta());
    }
    return new BracketPlan(rungs);
  }

  private static int startSize(int sMax, int s, int eta, Sizing sizing) {
    long power = 1;
    for (int i = 0; i < s; i++) {
      power = Math.multiplyExact(power, eta);
    }
    long n =
        sizing == Sizing.FLOOR ? (sMax + 1) / (s + 1) * power : ((sMax + 1) * power + s) / (s + 1);
    return Math.toIntExact(n);
  }
}
