package io.flexhb.core.fidelity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The resource scale of a study.
 *
 * @param maxResource R, the most one trial can get
 * @param eta the factor between rungs, at least 2
 * @param minResource the least a trial is started with, from 1 to R
 */
public record ResourceLadder(long maxResource, int eta, long minResource) {
  /** Most fidelity levels unless a study says otherwise ({@code fgf.maxLevels}). */
  public static final int DEFAULT_MAX_LEVELS = 64;

  /**
   * @throws IllegalArgumentException when the numbers do not form a ladder
   */
  public ResourceLadder {
    if (eta < 2) {
      throw new IllegalArgumentException("eta must be at least 2, was " + eta);
    }
    if (minResource < 1) {
      throw new IllegalArgumentException("minResource must be at least 1, was " + minResource);
    }
    if (maxResource < minResource) {
      throw new IllegalArgumentException(
          "maxResource must be at least minResource " + minResource + ", was " + maxResource);
    }
  }

  /**
   * The number of the longest bracket: the largest k with {@code minResource * eta^k <= R}. Integer
   * powers, because {@code floor(log(243)/log(3))} is 4 in floating point and loses a bracket.
   */
  public int sMax() {
    int k = 0;
    long level = minResource;
    while (level <= maxResource / eta) {
      level *= eta;
      k++;
    }
    return k;
  }

  /**
   * The rungs of the longest bracket, {@code floor(R / eta^(sMax-i))}, ascending; the last is R.
   */
  public List<Long> rungLevels() {
    List<Long> levels = new ArrayList<>();
    long level = maxResource;
    for (int i = 0; i <= sMax(); i++) {
      levels.add(level);
      level /= eta;
    }
    Collections.reverse(levels);
    return List.copyOf(levels);
  }

  /**
   * The fidelity levels: rung levels and those of the mode, ascending. Multiples are of eta, or of
   * the smallest {@code eta^k} with which there are no more than {@code max} levels; none lies
   * below the smallest resource.
   *
   * @throws IllegalArgumentException when an explicit level is not in 1..R, or explicit levels or
   *     rungs alone are more than {@code max}
   */
  public List<Long> fidelityLevels(FidelityLevels mode, int max) {
    List<Long> levels = levels(mode, max);
    if (levels.size() > max) {
      throw new IllegalArgumentException(
          "there are " + levels.size() + " levels, more than " + max + "; list fewer, or raise it");
    }
    return levels;
  }

  private List<Long> levels(FidelityLevels mode, int max) {
    if (mode instanceof FidelityLevels.Rungs) {
      return rungLevels();
    }
    return mode instanceof FidelityLevels.Explicit explicit
        ? withRungs(explicit.levels())
        : multiples(mode instanceof FidelityLevels.PaperList, max);
  }

  /** {@link #fidelityLevels(FidelityLevels, int)} with at most 64 levels. */
  public List<Long> fidelityLevels(FidelityLevels mode) {
    return fidelityLevels(mode, DEFAULT_MAX_LEVELS);
  }

  /**
   * The levels a trial passed when it reported {@code resource} after {@code previous} (0 = nothing
   * yet): all L with {@code previous < L <= resource}, ascending. More than one means a jump; the
   * trial is judged at each rung among them, but its value is data only at the highest.
   */
  public static List<Long> levelsPassed(List<Long> levels, long previous, long resource) {
    return levels.stream().filter(level -> level > previous && level <= resource).toList();
  }

  /** The level at which a report is data: the highest of {@link #levelsPassed}. */
  public static OptionalLong highestLevelPassed(List<Long> levels, long previous, long resource) {
    return levels.stream()
        .mapToLong(Long::longValue)
        .filter(level -> level > previous && level <= resource)
        .max();
  }

  private List<Long> multiples(boolean withoutSecond, int max) {
    // The rungs are at most 64 more; a first bound keeps the loop below from building a huge set.
    for (long g = eta; g <= maxResource; g = g <= maxResource / eta ? g * eta : maxResource + 1) {
      if (maxResource / g <= max) {
        List<Long> fine = new ArrayList<>();
        for (long k = 1; k <= maxResource / g; k++) {
          if (k * g >= minResource && (!withoutSecond || k != 2)) {
            fine.add(k * g);
          }
        }
        List<Long> levels = withRungs(fine);
        if (levels.size() <= max) {
          return levels;
        }
      }
    }
    return rungLevels();
  }

  private List<Long> withRungs(List<Long> more) {
    TreeSet<Long> levels = new TreeSet<>(rungLevels());
    for (long level : more) {
      if (level < 1 || level > maxResource) {
        throw new IllegalArgumentException(
            "level "
                + level
                + " is outside 1.."
                + maxResource
                + "; remove it or raise maxResource");
      }
      levels.add(level);
    }
    return List.copyOf(levels);
  }
}
