package io.flexhb.core.study;

import io.flexhb.core.space.Configuration;
import io.vavr.collection.TreeMap;
import io.vavr.collection.Vector;
import java.util.List;
import java.util.SortedMap;

/**
 * Configurations asked for and ready.
 *
 * @param nextRequest number of the next request
 * @param pending requests the sampler pool has not answered
 * @param prepared answers not used yet, by request
 * @param enqueued a user's own configurations, in the order they came
 */
public record Suggestions(
    long nextRequest,
    TreeMap<Long, Pending> pending,
    TreeMap<Long, Prepared> prepared,
    Vector<Configuration> enqueued) {

  static final Suggestions NONE =
      new Suggestions(0, TreeMap.empty(), TreeMap.empty(), Vector.empty());

  /** A request the sampler pool works on. */
  public record Pending(long request, long requestedAt) {}

  /**
   * An answer, best candidate first.
   *
   * @param snapshotVersion sequence of the decision whose state the sampler saw
   */
  public record Prepared(
      long request,
      List<Configuration> candidates,
      long snapshotVersion,
      SortedMap<String, String> explanation) {
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
