package io.flexhb.core.fidelity;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An immutable snapshot of a study's data: the values at each fidelity level, the configurations
 * still running, and which configurations exist. The input of surrogates and samplers; may be read
 * by any number of threads.
 */
public final class Measurements {
  private final List<LevelData> levels;
  private final List<double[]> running;
  private final Predicate<String> existing;

  private final long weightHorizon;
  private final List<Long> rungLevels;

  private Measurements(
      List<LevelData> levels,
      List<double[]> running,
      Predicate<String> existing,
      long weightHorizon,
      List<Long> rungLevels) {
    this.levels = levels;
    this.running = running;
    this.existing = existing;
    this.weightHorizon = weightHorizon;
    this.rungLevels = rungLevels;
  }

  /**
   * Starts a snapshot.
   *
   * @param encoder of the study's search space
   * @param levels fidelity levels, ascending, the last is R
   */
  public static Builder builder(Encoder encoder, List<Long> levels) {
    return new Builder(encoder, levels);
  }

  /** One entry per fidelity level, ascending, also for those without data. */
  public List<LevelData> levels() {
    return levels;
  }

  /** The rungs of the longest bracket, for methods that use no other levels; the last is R. */
  public List<Long> rungLevels() {
    return rungLevels;
  }

  /** Data at the largest resource. */
  public LevelData fullFidelity() {
    return levels.get(levels.size() - 1);
  }

  /** The snapshot without the levels that are not listed; R must be. */
  public Measurements onlyLevels(List<Long> kept) {
    List<LevelData> some = levels.stream().filter(data -> kept.contains(data.level())).toList();
    if (!kept.contains(fullFidelity().level())) {
      throw new IllegalArgumentException("the full fidelity must stay, kept were " + kept);
    }
    return new Measurements(some, running, existing, weightHorizon, rungLevels);
  }

  /**
   * The snapshot for a model. It is complete once there is a value at R; before that, it lacks the
   * levels above the highest one with enough values, which stands in for R. Otherwise a search with
   * many workers would continue at random until the first trial reaches R.
   *
   * @param enough number of values that a level needs to be a target
   * @return empty when no level has enough
   */
  public Optional<Measurements> upToHighestWith(int enough) {
    if (fullFidelity().size() > 0) {
      return Optional.of(this);
    }
    for (int i = levels.size() - 1; i >= 0; i--) {
      if (levels.get(i).size() >= enough) {
        return Optional.of(
            new Measurements(
                levels.subList(0, i + 1), running, existing, weightHorizon, rungLevels));
      }
    }
    return Optional.empty();
  }

  /**
   * The measurements of trials below the weight horizon: the data for a method that learns only
   * from finished brackets.
   */
  public Measurements belowWeightHorizon() {
    return new Measurements(
        levels.stream().map(data -> data.trialsBelow(weightHorizon)).toList(),
        running,
        existing,
        weightHorizon,
        rungLevels);
  }

  /** Encoded configurations of trials in training now, without a value at R yet. */
  public List<double[]> running() {
    return running;
  }

  /** Whether a trial with this {@link Configuration#canonical()} key exists. */
  public boolean exists(String canonical) {
    return existing.test(canonical);
  }

  /** The test behind {@link #exists}. */
  public Predicate<String> existing() {
    return existing;
  }

  /** Collects a snapshot; the order of calls does not matter. Used by one thread. */
  public static final class Builder {
    private final Encoder encoder;
    private final List<Long> levels;
    private final List<List<Point>> points = new ArrayList<>();
    private final Map<Long, double[]> encoded = new HashMap<>();
    private final List<Point> running = new ArrayList<>();
    private Predicate<String> existing = key -> false;
    private long weightHorizon = Long.MAX_VALUE;
    private List<Long> rungLevels;

    private Builder(Encoder encoder, List<Long> levels) {
      this.encoder = Objects.requireNonNull(encoder, "encoder");
      this.levels = List.copyOf(levels);
      this.rungLevels = this.levels;
      if (levels.isEmpty()) {
        throw new IllegalArgumentException("a snapshot needs at least one level");
      }
      for (int i = 0; i < levels.size(); i++) {
        if (i > 0 && levels.get(i) <= levels.get(i - 1)) {
          throw new IllegalArgumentException("levels must ascend, were " + levels);
        }
        points.add(new ArrayList<>());
      }
    }

    /**
     * A value of a trial at exactly a fidelity level; the first one per trial and level counts.
     *
     * @param level one of the levels
     * @param minimised the objective, negated when it is maximised; a value that is not finite
     *     counts as failed
     */
    public Builder value(long level, long trial, Configuration configuration, double minimised) {
      boolean failed = !Double.isFinite(minimised);
      add(points.get(indexOf(level)), trial, configuration, failed ? 0 : minimised, failed);
      return this;
    }

    /** A trial that failed at this level. */
    public Builder failed(long level, long trial, Configuration configuration) {
      add(points.get(indexOf(level)), trial, configuration, 0, true);
      return this;
    }

    /** A trial in training now (or about to be) that has no value at R yet. */
    public Builder running(long trial, Configuration configuration) {
      add(running, trial, configuration, 0, false);
      return this;
    }

    /**
     * Sets the test whether a configuration exists; called with canonical keys from any thread, so
     * it must be immutable as well.
     */
    public Builder existing(Predicate<String> isExistingCanonicalKey) {
      this.existing = Objects.requireNonNull(isExistingCanonicalKey, "isExistingCanonicalKey");
      return this;
    }

    /** Which configurations exist; copied. */
    public Builder existing(Set<String> canonicalKeys) {
      return existing(Set.copyOf(canonicalKeys)::contains);
    }

    /** Which levels are rungs of the longest bracket; without it all are. */
    public Builder rungLevels(List<Long> rungs) {
      if (!levels.containsAll(rungs) || !rungs.contains(levels.get(levels.size() - 1))) {
        throw new IllegalArgumentException(
            "rungs " + rungs + " must be among the levels " + levels + " and include the last");
      }
      this.rungLevels = List.copyOf(rungs);
      return this;
    }

    /**
     * The first trial number that did not exist when a bracket last closed; MFES-HB takes its
     * weights from the trials before it. Without it all trials count.
     */
    public Builder weightHorizon(long trialNumber) {
      this.weightHorizon = trialNumber;
      return this;
    }

    /** The snapshot. */
    public Measurements build() {
      List<LevelData> data = new ArrayList<>();
      for (int i = 0; i < points.size(); i++) {
        data.add(levelData(levels.get(i), firstPerTrial(points.get(i))));
      }
      return new Measurements(
          List.copyOf(data),
          firstPerTrial(running).stream().map(Point::x).toList(),
          existing,
          weightHorizon,
          rungLevels);
    }

    private int indexOf(long level) {
      int index = levels.indexOf(level);
      if (index < 0) {
        throw new IllegalArgumentException(level + " is not a fidelity level, they are " + levels);
      }
      return index;
    }

    private void add(
        List<Point> target, long trial, Configuration configuration, double y, boolean failed) {
      double[] x = encoded.computeIfAbsent(trial, t -> encoder.encode(configuration));
      target.add(new Point(trial, x, y, failed));
    }
  }

  private record Point(long trial, double[] x, double y, boolean failed) {}

  private static List<Point> firstPerTrial(List<Point> points) {
    List<Point> sorted = new ArrayList<>(points);
    sorted.sort(Comparator.comparingLong(Point::trial)); // stable: the first given comes first
    List<Point> first = new ArrayList<>(sorted.size());
    for (Point point : sorted) {
      if (first.isEmpty() || first.get(first.size() - 1).trial() != point.trial()) {
        first.add(point);
      }
    }
    return first;
  }

  private static LevelData levelData(long level, List<Point> points) {
    List<Point> measured = points.stream().filter(p -> !p.failed()).toList();
    List<Point> failed = points.stream().filter(Point::failed).toList();
    return new LevelData(
        level,
        measured.stream().mapToLong(Point::trial).toArray(),
        measured.stream().map(Point::x).toArray(double[][]::new),
        measured.stream().mapToDouble(Point::y).toArray(),
        failed.stream().mapToLong(Point::trial).toArray(),
        failed.stream().map(Point::x).toArray(double[][]::new));
  }
}
