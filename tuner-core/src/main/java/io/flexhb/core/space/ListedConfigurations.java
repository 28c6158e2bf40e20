package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * All configurations of a space with forbidden combinations or with several conditions on one
 * parameter, found by enumeration. A space of more than {@link #MOST} counts as too many.
 */
final class ListedConfigurations implements Enumeration {
  /** Samplers enumerate spaces of some thousand configurations and draw from larger ones. */
  static final int MOST = 20_000;

  /**
   * Limit on visited partial configurations, so that a space that forbids nearly everything does
   * not take forever.
   */
  private static final int MOST_STEPS = 1_000_000;

  private final Domain[] domains;
  private final Constraints constraints;
  private final List<long[]> found = new ArrayList<>();
  private final boolean complete;
  private int steps;

  ListedConfigurations(Domain[] domains, Constraints constraints) {
    this.domains = domains;
    this.constraints = constraints;
    this.complete = collect(0, new long[domains.length]);
    if (!complete) {
      found.clear();
    }
  }

  @Override
  public OptionalLong cardinality() {
    return complete ? OptionalLong.of(found.size()) : OptionalLong.empty();
  }

  @Override
  public long[] enumerate(long index) {
    return found.get((int) index);
  }

  /** Whether the enumeration was completed. */
  private boolean collect(int depth, long[] chosen) {
    if (depth == domains.length) {
      if (constraints.forbidden(chosen) < 0) {
        found.add(chosen.clone());
      }
      return found.size() <= MOST;
    }
    int i = constraints.order()[depth];
    if (constraints.activity(i, chosen) != Constraints.Activity.ACTIVE) {
      chosen[i] = Constraints.INACTIVE;
      return collect(depth + 1, chosen);
    }
    if (domains[i].size() == 0 || domains[i].size() > MOST_STEPS) {
      return false;
    }
    for (long value = 0; value < domains[i].size(); value++) {
      if (++steps > MOST_STEPS) {
        return false;
      }
      chosen[i] = value;
      if (!collect(depth + 1, chosen)) {
        return false;
      }
    }
    return true;
  }
}
