package io.flexhb.service.suggest;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.state.StudyState;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Requests that wait for a thread. Studies take turns, so that one with many requests does not
 * delay the others. Within a study the oldest request comes first, and only one is in progress:
 * each suggestion takes the earlier ones into account, so that workers that ask together do not try
 * the same. Thread-safe.
 */
final class RequestQueue {

  /**
   * One request, and the newest snapshot of its study when it was taken.
   *
   * @param since when it was made, {@link System#nanoTime}
   * @param answered answers to requests that are still pending in the snapshot, by request
   */
  record Job(StudyState snapshot, long request, long since, Map<Long, Configuration> answered) {

    Job {
      answered = Map.copyOf(answered);
    }

    String study() {
      return snapshot.spec().study();
    }
  }

  /** Identifies a request of a study. */
  private record Request(UUID incarnation, long number) {
    static Request of(StudyState snapshot, long number) {
      return new Request(snapshot.incarnation(), number);
    }
  }

  private static final class Waiting {
    private StudyState snapshot;

    /** When each request was made, oldest first. */
    private final Map<Long, Long> requests = new LinkedHashMap<>();
  }

  private final Map<String, Waiting> studies = new LinkedHashMap<>();
  private final Map<String, Request> inWork = new HashMap<>();

  /** By study. */
  private final Map<String, Map<Request, Configuration>> answered = new HashMap<>();

  private boolean closed;

  /**
   * Adds a request unless it already waits or is in progress. Waiting requests of the study get the
   * newer snapshot.
   */
  synchronized void add(StudyState snapshot, long request) {
    String study = snapshot.spec().study();
    if (Request.of(snapshot, request).equals(inWork.get(study))) {
      return;
    }
    Waiting waiting = studies.computeIfAbsent(study, s -> new Waiting());
    boolean recreated =
        waiting.snapshot != null && !waiting.snapshot.incarnation().equals(snapshot.incarnation());
    if (recreated) {
      waiting.requests.clear();
    }
    waiting.snapshot = snapshot;
    if (waiting.requests.putIfAbsent(request, System.nanoTime()) == null) {
      notify();
    }
  }

  synchronized void forget(String study) {
    studies.remove(study);
    answered.remove(study);
  }

  /** Takes the next request, which is in progress from now on; empty once the queue is closed. */
  synchronized Optional<Job> take() throws InterruptedException {
    Optional<String> turn = turn();
    while (turn.isEmpty() && !closed) {
      wait();
      turn = turn();
    }
    if (closed) {
      return Optional.empty();
    }
    String study = turn.get();
    Waiting waiting = studies.remove(study);
    Iterator<Map.Entry<Long, Long>> requests = waiting.requests.entrySet().iterator();
    Map.Entry<Long, Long> oldest = requests.next();
    Job job =
        new Job(
            waiting.snapshot,
            oldest.getKey(),
            oldest.getValue(),
            stillPending(study, waiting.snapshot));
    requests.remove();
    if (!waiting.requests.isEmpty()) {
      studies.put(study, waiting);
    }
    inWork.put(study, Request.of(job.snapshot(), job.request()));
    return Optional.of(job);
  }

  /** The study whose turn it is, among those that no thread works on. */
  private Optional<String> turn() {
    return studies.keySet().stream().filter(study -> !inWork.containsKey(study)).findFirst();
  }

  private Map<Long, Configuration> stillPending(String study, StudyState snapshot) {
    Map<Request, Configuration> known = answered.getOrDefault(study, new HashMap<>());
    known
        .keySet()
        .removeIf(
            request ->
                !request.incarnation().equals(snapshot.incarnation())
                    || !snapshot.suggestions().pending().containsKey(request.number()));
    Map<Long, Configuration> pending = new HashMap<>();
    known.forEach((request, configuration) -> pending.put(request.number(), configuration));
    return pending;
  }

  /** How many requests wait. */
  synchronized int size() {
    return studies.values().stream().mapToInt(waiting -> waiting.requests.size()).sum();
  }

  /** Records the answer of the job, which the next jobs of its study take into account. */
  synchronized void answered(Job job, Configuration configuration) {
    answered
        .computeIfAbsent(job.study(), study -> new HashMap<>())
        .put(Request.of(job.snapshot(), job.request()), configuration);
  }

  /** The job is no longer in progress; the next one of its study may be taken. */
  synchronized void done(Job job) {
    inWork.remove(job.study());
    notify();
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
