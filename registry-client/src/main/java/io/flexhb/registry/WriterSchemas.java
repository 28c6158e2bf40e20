package io.flexhb.registry;

import io.flexhb.registry.SchemaRegistry.UnknownSchemaException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.avro.Schema;

/**
 * Writers' schemas by id, requested once: an id's schema never changes. An id that the registry
 * does not know is requested again for a while, because the registry may be a replica that lags
 * behind. Then it is remembered as unknown, so that foreign records do not cost that time again.
 * Thread-safe.
 */
final class WriterSchemas {

  /** How long a record waits for its schema to appear. */
  static final Duration WAIT = Duration.ofSeconds(3);

  /** How long an id stays unknown without another request. */
  static final Duration MEMORY = Duration.ofMinutes(5);

  /**
   * Pause between two waits for new unknown ids, so that many foreign ids cost no more than one.
   */
  private static final Duration REST = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Limit on remembered unknown ids: anyone can write arbitrary ids. */
  private static final int MOST_UNKNOWN = 10_000;

  /** Sleeps; may be replaced in tests. */
  interface Sleep {
    void forMillis(long millis) throws InterruptedException;
  }

  private record Unknown(UnknownSchemaException why, long until) {}

  private final SchemaRegistry registry;
  private final LongSupplier nanos;
  private final Sleep sleep;
  private final Map<Integer, Schema> known = new ConcurrentHashMap<>();

  /** Unknown ids, the oldest first. Guarded by itself. */
  private final Map<Integer, Unknown> unknown = new LinkedHashMap<>();

  /** The ids being waited for, with the end of the wait. Guarded by {@link #unknown}. */
  private final Map<Integer, Long> awaited = new HashMap<>();

  /** Guarded by {@link #unknown}. */
  private long nextWait;

  WriterSchemas(SchemaRegistry registry) {
    this(registry, System::nanoTime, Thread::sleep);
  }

  WriterSchemas(SchemaRegistry registry, LongSupplier nanos, Sleep sleep) {
    this.registry = registry;
    this.nanos = nanos;
    this.sleep = sleep;
    this.nextWait = nanos.getAsLong();
  }

  /**
   * The schema with that id.
   *
   * @throws UnknownSchemaException when the registry has no Avro schema with it
   * @throws RegistryUnavailableException when the registry does not answer
   */
  Schema get(int id) throws UnknownSchemaException {
    Schema schema = known.get(id);
    if (schema != null) {
      return schema;
    }
    refuseIfRemembered(id);
    schema = ask(id);
    known.put(id, schema);
    return schema;
  }

  private void refuseIfRemembered(int id) throws UnknownSchemaException {
    synchronized (unknown) {
      Unknown remembered = unknown.get(id);
      if (remembered == null) {
        return;
      }
      if (nanos.getAsLong() - remembered.until() < 0) {
        throw remembered.why();
      }
      unknown.remove(id);
    }
  }

  private Schema ask(int id) throws UnknownSchemaException {
    while (true) {
      try {
        Schema schema = registry.byId(id);
        appeared(id);
        return schema;
      } catch (UnknownSchemaException why) {
        if (!why.mayAppear() || !mayWait(id)) {
          remember(id, why);
          throw why;
        }
        pause(why);
      }
    }
  }

  /** Whether to wait, or to continue waiting, for an id; all threads that need it wait together. */
  private boolean mayWait(int id) {
    synchronized (unknown) {
      long now = nanos.getAsLong();
      Long until = awaited.get(id);
      if (until == null && now - nextWait >= 0) {
        until = now + WAIT.toNanos();
        awaited.put(id, until);
        nextWait = until + REST.toNanos();
      }
      return until != null && now - until < 0;
    }
  }

  /** Notes that an id appeared: the registry does lag behind, perhaps with more ids. */
  private void appeared(int id) {
    synchronized (unknown) {
      if (awaited.remove(id) != null) {
        nextWait = nanos.getAsLong();
      }
    }
  }

  private void pause(UnknownSchemaException why) throws UnknownSchemaException {
    try {
      sleep.forMillis(PAUSE.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw why;
    }
  }

  private void remember(int id, UnknownSchemaException why) {
    synchronized (unknown) {
      awaited.remove(id);
      if (unknown.size() >= MOST_UNKNOWN) {
        unknown.remove(unknown.keySet().iterator().next());
      }
      unknown.put(id, new Unknown(why, nanos.getAsLong() + MEMORY.toNanos()));
    }
  }
}
