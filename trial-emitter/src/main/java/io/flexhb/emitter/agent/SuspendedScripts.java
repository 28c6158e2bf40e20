package io.flexhb.emitter.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The suspended scripts of all slots of an agent, within their limits: the one suspended longest is
 * ended first. Thread-safe.
 */
final class SuspendedScripts {

  private final AgentSettings.Suspension bounds;
  private final Deque<Suspended> oldestFirst = new ArrayDeque<>();

  /** A suspended script and its trial. */
  final class Suspended implements AutoCloseable {
    private final int trial;
    private final RunningScript script;
    private final long bytes;

    private Suspended(int trial, RunningScript script) {
      this.trial = trial;
      this.script = script;
      this.bytes = script.memory().orElse(0);
    }

    /** Takes the script out to continue it: it is no longer counted here. */
    RunningScript take() {
      forget(this);
      return script;
    }

    /** Ends the script: it will never continue. */
    @Override
    public void close() {
      forget(this);
      script.close();
    }
  }

  SuspendedScripts(AgentSettings.Suspension bounds) {
    this.bounds = bounds;
  }

  synchronized Suspended add(int trial, RunningScript script) {
    Suspended suspended = new Suspended(trial, script);
    oldestFirst.addLast(suspended);
    return suspended;
  }

  /** Drops the scripts that exceed the limits. */
  void keepWithinBounds(IntConsumer drop) {
    excess().forEach(suspended -> drop.accept(suspended.trial));
  }

  private synchronized List<Suspended> excess() {
    List<Suspended> excess = new ArrayList<>();
    int count = oldestFirst.size();
    long bytes = oldestFirst.stream().mapToLong(s -> s.bytes).sum();
    for (Suspended oldest : oldestFirst) {
      boolean tooMuch = bounds.mostBytes().isPresent() && bytes > bounds.mostBytes().get();
      if (count <= bounds.most() && !tooMuch) {
        break;
      }
      excess.add(oldest);
      count--;
      bytes -= oldest.bytes;
    }
    return excess;
  }

  private synchronized void forget(Suspended suspended) {
    oldestFirst.remove(suspended);
  }
}
