package io.flexhb.core.study.state;

import io.flexhb.core.space.Configuration;
import io.vavr.collection.TreeMap;
import io.vavr.collection.Vector;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Requested, prepared and enqueued configurations.
 *
 * @param nextRequest number of the next request
 * @param pending requests that the sampler pool has not answered
 * @param prepared answers not used yet, by request
 * @param enqueued a user's own configurations, in their order of arrival
 */
public record Suggestions(
    long nextRequest,
    TreeMap<Long, Pending> pending,
    TreeMap<Long, Prepared> prepared,
    Vector<Configuration> enqueued) {

  static final Suggestions NONE =
      new Suggestions(0, TreeMap.empty(), TreeMap.empty(), Vector.empty());

  /**
   * Numbers of values that a model saw, or could see now.
   *
   * @param full values measured at the largest resource
   * @param most values measured at the rung level that has the most
   * @param all values measured at all rung levels together
   */
  public record Data(int full, int most, int all) {

    /** A suggestion becomes stale when its data have grown by one part in this many. */
    private static final int PARTS = 20;

    /**
     * The current numbers.
     *
     * @param measured trials with a value at the rung levels
     */
    static Data of(MeasuredTrials measured, long maxResource) {
      int full = 0;
      int most = 0;
      int all = 0;
      for (MeasuredTrials.RungLevel level : measured.levels()) {
        int values = level.trials();
        full = level.level() == maxResource ? values : full;
        most = Math.max(most, values);
        all += values;
      }
      return new Data(full, most, all);
    }

    /**
     * Whether a suggestion from these data should be replaced.
     *
     * @param lowerLevels whether the model uses levels below the largest resource
     */
    public boolean isStaleBeside(Data now, boolean lowerLevels) {
      return grew(full, now.full) || lowerLevels && grew(all, now.all);
    }

    private static boolean grew(int then, int now) {
      return now - then >= Math.max(1, then / PARTS);
    }
  }

  /**
   * A request the sampler pool works on.
   *
   * @param data at the time of the request; the answer saw at least these
   */
  public record Pending(long request, long requestedAt, Data data) {}

  /**
   * An answer, best candidate first.
   *
   * @param snapshotVersion sequence of the decision whose state the sampler saw
   * @param data at the time of the request
   */
  public record Prepared(
      long request,
      List<Configuration> candidates,
      long snapshotVersion,
      SortedMap<String, String> explanation,
      Data data) {
    public Prepared {
      candidates = List.copyOf(candidates);
    }
  }

  Suggestions requested(Pending request) {
    return new Suggestions(
        request.request() + 1, pending.put(request.request(), request), prepared, enqueued);
  }

  Suggestions answered(Prepared answer) {
    return new Suggestions(
        nextRequest,
        pending.remove(answer.request()),
        prepared.put(answer.request(), answer),
        enqueued);
  }

  /** The answer that saw the most, if any is ready. */
  public Optional<Prepared> newest() {
    return prepared.isEmpty() ? Optional.empty() : Optional.of(prepared.last()._2());
  }

  Suggestions dropped(long request) {
    return new Suggestions(
        nextRequest, pending.remove(request), prepared.remove(request), enqueued);
  }

  Suggestions enqueue(List<Configuration> configurations) {
    return new Suggestions(nextRequest, pending, prepared, enqueued.appendAll(configurations));
  }

  Suggestions dequeued() {
    return new Suggestions(nextRequest, pending, prepared, enqueued.tail());
  }
}
