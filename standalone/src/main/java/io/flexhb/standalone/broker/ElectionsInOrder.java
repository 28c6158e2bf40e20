package io.flexhb.standalone.broker;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.coordinator.common.runtime.CoordinatorLoader;
import org.apache.kafka.coordinator.common.runtime.CoordinatorPlayback;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.group.GroupCoordinator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the group coordinator from answering from state that it has not fully loaded.
 *
 * <p>It loads a partition of {@code __consumer_offsets} when the broker is elected its leader. When
 * the broker is fenced during the load and elected again, Kafka 4.4 takes the end of the first load
 * for the end of the second, which has only begun ({@code CoordinatorRuntime} identifies a finished
 * load by the partition alone). Until the second load ends, committed offsets are missing, so
 * consumers start from the beginning; and group memberships are outdated, so static members are
 * fenced. A broker that restarts after a kill is so busy that a short stall is enough to fence it.
 *
 * <p>So an election is passed on only when no load of its partition is in progress.
 */
final class ElectionsInOrder {

  private static final Logger LOG = LoggerFactory.getLogger(ElectionsInOrder.class);
  private static final long LONGEST_LOAD_MS = TimeUnit.MINUTES.toMillis(2);

  private final GroupCoordinator coordinator;
  private final ExecutorService elections =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "group-coordinator-elections");
            thread.setDaemon(true);
            return thread;
          });

  /** Partitions elected and not yet resigned. Used only by the election thread. */
  private final Set<Integer> led = new HashSet<>();

  /** Loads in progress or about to begin, by partition. */
  private final Map<Integer, Integer> loads = new HashMap<>();

  /** Partitions whose load is about to begin. */
  private final Set<Integer> awaited = new HashSet<>();

  private ElectionsInOrder(GroupCoordinator coordinator) {
    this.coordinator = coordinator;
  }

  /**
   * Returns the same coordinator with its elections in order.
   *
   * @throws IllegalStateException when its internals differ from Kafka 4.4
   */
  static GroupCoordinator of(GroupCoordinator made) {
    ElectionsInOrder order = new ElectionsInOrder(made);
    order.watchLoads();
    return (GroupCoordinator)
        Proxy.newProxyInstance(
            GroupCoordinator.class.getClassLoader(),
            new Class<?>[] {GroupCoordinator.class},
            (proxy, method, arguments) -> order.call(method, arguments));
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    switch (method.getName()) {
      case "onElection" -> {
        elections.execute(() -> elect((int) arguments[0], method, arguments));
        return null;
      }
      case "onResignation" -> {
        elections.execute(() -> resign((int) arguments[0], method, arguments));
        return null;
      }
      case "shutdown" -> elections.shutdownNow();
      default -> {
        // Nothing to do with elections.
      }
    }
    return invoke(method, arguments);
  }

  private Object invoke(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(coordinator, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private void elect(int partition, Method method, Object[] arguments) {
    if (led.add(partition)) {
      awaitLoads(partition);
      synchronized (this) {
        awaited.add(partition);
        loads.merge(partition, 1, Integer::sum);
      }
    }
    passOn(partition, method, arguments);
  }

  private void resign(int partition, Method method, Object[] arguments) {
    led.remove(partition);
    passOn(partition, method, arguments);
  }

  private void passOn(int partition, Method method, Object[] arguments) {
    try {
      invoke(method, arguments);
    } catch (Throwable failed) {
      LOG.error("{} of partition {} failed", method.getName(), partition, failed);
    }
  }

  private synchronized void awaitLoads(int partition) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_LOAD_MS);
    while (loads.getOrDefault(partition, 0) > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        LOG.error("Loading partition {} of __consumer_offsets takes too long", partition);
        loads.remove(partition);
        return;
      }
      try {
        wait(left);
      } catch (InterruptedException shutdown) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private synchronized void begins(int partition) {
    if (!awaited.remove(partition)) {
      loads.merge(partition, 1, Integer::sum);
    }
  }

  private synchronized void ends(int partition) {
    loads.computeIfPresent(partition, (p, count) -> count > 1 ? count - 1 : null);
    notifyAll();
  }

  /** Kafka has no other access to the loader or to the runtime that holds it. */
  private void watchLoads() {
    try {
      Object runtime = field(coordinator.getClass(), "runtime").get(coordinator);
      Field loader = field(runtime.getClass(), "loader");
      @SuppressWarnings("unchecked")
      CoordinatorLoader<CoordinatorRecord> original =
          (CoordinatorLoader<CoordinatorRecord>) loader.get(runtime);
      loader.set(runtime, new WatchedLoader(original));
    } catch (ReflectiveOperationException other) {
      throw new IllegalStateException("this Kafka has another group coordinator than 4.4", other);
    }
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private final class WatchedLoader implements CoordinatorLoader<CoordinatorRecord> {
    private final CoordinatorLoader<CoordinatorRecord> loader;

    WatchedLoader(CoordinatorLoader<CoordinatorRecord> loader) {
      this.loader = loader;
    }

    @Override
    public CompletableFuture<LoadSummary> load(
        TopicPartition partition, CoordinatorPlayback<CoordinatorRecord> coordinator) {
      begins(partition.partition());
      CompletableFuture<LoadSummary> result = new CompletableFuture<>();
      loader
          .load(partition, coordinator)
          .whenComplete(
              (summary, failure) -> {
                // Completes the waiting futures first, so that they run before the next election.
                if (failure == null) {
                  result.complete(summary);
                } else {
                  result.completeExceptionally(failure);
                }
                ends(partition.partition());
              });
      return result;
    }

    @Override
    public void close() {
      Utils.closeQuietly(loader, "the loader of the group coordinator");
    }
  }
}
