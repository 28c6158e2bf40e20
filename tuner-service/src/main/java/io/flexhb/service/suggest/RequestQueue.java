package io.flexhb.service.suggest;

import io.flexhb.core.study.StudyState;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Requests that wait for a thread. Studies take turns, so that one with many requests does not hold
 * up the others; within a study the oldest request comes first. Thread-safe.
 */
final class RequestQueue {

  /**
   * One request, and the newest snapshot its study had when it was taken.
   *
   * @param since when it was made, {@link System#nanoTime}
   */
  record Job(StudyState snapshot, long request, long since) {
    Key key() {
      return new Key(snapshot.spec().study(), snapshot.incarnation(), request);
    }
  }

  record Key(String study, UUID incarnation, long request) {}

  private static final class Waiting {
    private StudyState snapshot;

    /** Request to when it was made, oldest first. */
    private final Map<Long, Long> requests = new LinkedHashMap<>();
  }

  private final Map<String, Waiting> studies = new LinkedHashMap<>();
  private final Set<Key> inWork = new HashSet<>();
  private boolean closed;

  /** Adds a request, unless it waits or is in work already. The snapshot counts in any case. */
  synchronized void add(StudyState snapshot, long request) {
    String study = snapshot.spec().study();
    if (inWork.contains(new Key(study, snapshot.incarnation(), request))) {
      return;
    }
    Waiting waiting = studies.computeIfAbsent(study, s -> new Waiting());
    boolean remade =
        waiting.snapshot != null && !waiting.snapshot.incarnation().equals(snapshot.incarnation());
    if (remade) {
      waiting.requests.clear();
    }
    waiting.snapshot = snapshot;
    if (waiting.requests.putIfAbsent(request, System.nanoTime()) == null) {
      notify();
    }
  }

  synchronized void forget(String study) {
    studies.remove(study);
  }

  /** The next request, in work from now on; empty once the queue is closed. */
  synchronized Optional<Job> take() throws InterruptedException {
    while (studies.isEmpty() && !closed) {
      wait();
    }
    if (closed) {
      return Optional.empty();
    }
    Iterator<Map.Entry<String, Waiting>> first = studies.entrySet().iterator();
    Map.Entry<String, Waiting> turn = first.next();
    first.remove();
    Waiting waiting = turn.getValue();
    Iterator<Map.Entry<Long, Long>> requests = waiting.requests.entrySet().iterator();
    Map.Entry<Long, Long> oldest = requests.next();
    Job job = new Job(waiting.snapshot, oldest.getKey(), oldest.getValue());
    requests.remove();
    if (!waiting.requests.isEmpty()) {
      studies.put(turn.getKey(), waiting);
    }
    inWork.add(job.key());
    return Optional.of(job);
  }

  /** How many requests wait. */
  synchronized int size() {
    return studies.values().stream().mapToInt(waiting -> waiting.requests.size()).sum();
  }

  synchronized void done(Job job) {
    inWork.remove(job.key());
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
