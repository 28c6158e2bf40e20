package io.flexhb.registry;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs blocking calls with a time limit for the caller. Socket timeouts alone are no limit: they
 * restart with each URL, each address and each byte read, and name resolution has none. Only cache
 * misses come here, so the cost of handing over to another thread does not matter.
 */
final class BoundedCalls implements AutoCloseable {

  /** Calls that may hang at the same time; more are rejected at once. */
  private static final int MAX_CALLS = 8;

  private static final long IDLE_SECONDS = 10;

  private final int timeoutMs;
  private final ExecutorService threads;

  BoundedCalls(int timeoutMs) {
    this.timeoutMs = timeoutMs;
    this.threads =
        new ThreadPoolExecutor(
            0,
            MAX_CALLS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, "schema-registry-call");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Returns the call's result.
   *
   * @throws TimeoutException when it takes longer, or too many others already hang
   * @throws ExecutionException around what the call threw
   */
  <T> T call(Callable<T> call) throws TimeoutException, ExecutionException, InterruptedException {
    Future<T> future;
    try {
      future = threads.submit(call);
    } catch (RejectedExecutionException full) {
      throw new TimeoutException(
          threads.isShutdown()
              ? "the client is closed"
              : MAX_CALLS + " earlier calls are still unanswered");
    }
    try {
      return future.get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new TimeoutException("no answer within " + timeoutMs + " ms");
    } finally {
      future.cancel(true);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
