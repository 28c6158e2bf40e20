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
 * Runs blocking calls for at most a given time as the caller sees it. Socket timeouts alone are no
 * bound: they start anew with each url, each address and each byte read, and name resolution has
 * none. Only cache misses come here, so the hand-over to another thread costs nothing that counts.
 */
final class BoundedCalls implements AutoCloseable {

  /**
   * Calls that hang at the same time; more are refused at once, which is what a dead registry
   * deserves.
   */
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
   * The call's result.
   *
   * @throws TimeoutException when it takes longer, or too many others hang already
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
