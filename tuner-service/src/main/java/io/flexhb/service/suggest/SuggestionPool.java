package io.flexhb.service.suggest;

import io.flexhb.avro.SuggestionResult;
import io.flexhb.avro.SuggestionSource;
import io.flexhb.codec.ConfigurationCodec;
import io.flexhb.core.sampler.Sampler;
import io.flexhb.core.sampler.SamplerContext;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.sampler.Suggestion;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.StudySnapshot;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.surrogate.SurrogateCache;
import io.flexhb.service.metrics.TunerMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed number of daemon threads that answer requests for suggestions. A missing answer costs
 * only quality: at its deadline the engine draws at random instead.
 */
public final class SuggestionPool implements SuggestionRequests, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SuggestionPool.class);

  /** Models may take one part in this many of the heap; 1 GB holds those of about 2000 levels. */
  private static final int CACHE_SHARE = 8;

  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(2);

  private final RequestQueue queue = new RequestQueue();
  private final SurrogateCache cache =
      new SurrogateCache(Runtime.getRuntime().maxMemory() / CACHE_SHARE);
  private final SuggestionSink sink;
  private final TunerMetrics metrics;
  private final List<Thread> threads = new ArrayList<>();

  /** Starts a pool that works until it is closed. */
  public static SuggestionPool start(int threads, SuggestionSink sink, TunerMetrics metrics) {
    SuggestionPool pool = new SuggestionPool(sink, metrics);
    metrics.suggestionQueue(pool.queue::size);
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(pool::work, "flexhb-sampler-" + i);
      thread.setDaemon(true);
      pool.threads.add(thread);
      thread.start();
    }
    return pool;
  }

  private SuggestionPool(SuggestionSink sink, TunerMetrics metrics) {
    this.sink = sink;
    this.metrics = metrics;
  }

  @Override
  public void request(StudyState snapshot, long request) {
    queue.add(snapshot, request);
  }

  @Override
  public void forget(String study) {
    queue.forget(study);
  }

  /** Ends the threads; their current requests are lost and requested again after the next start. */
  @Override
  public void close() {
    queue.close();
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join(CLOSE_PATIENCE.toMillis());
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void work() {
    try {
      Optional<RequestQueue.Job> job = queue.take();
      while (job.isPresent()) {
        answer(job.get());
        job = queue.take();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(RequestQueue.Job job) {
    try {
      SuggestionResult answer = suggest(job);
      sink.send(answer);
      metrics.suggested(answer.getExplanation(), Duration.ofNanos(System.nanoTime() - job.since()));
    } catch (RuntimeException | Error failure) {
      // Errors too: if one killed the thread, the study would get random draws unnoticed.
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      metrics.suggestionFailed();
      LOG.error(
          "Study {}: suggestion {} failed; a random one will be used",
          job.study(),
          job.request(),
          failure);
    } finally {
      queue.done(job);
    }
  }

  private SuggestionResult suggest(RequestQueue.Job job) {
    StudyState snapshot = job.snapshot();
    StudySpec spec = snapshot.spec();
    Method method = spec.method();
    Sampler sampler = Samplers.create(method.sampler(), method.switches(), cache);
    Suggestion suggestion =
        sampler.suggest(
            new SamplerContext(
                spec.space(),
                StudySnapshot.measurements(snapshot, job.answered()),
                spec.seed(),
                job.request()));
    suggestion.candidates().stream().findFirst().ifPresent(c -> queue.answered(job, c));
    return new SuggestionResult(
        spec.study(),
        snapshot.incarnation(),
        SuggestionSource.SAMPLER,
        job.request(),
        ConfigurationCodec.toWire(suggestion.candidates()),
        1,
        snapshot.sequence(),
        suggestion.explanation(),
        "",
        List.of(),
        Instant.now());
  }
}
