package io.flexhb.service.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * Notifies a task just before a commit, while records can still be sent in its transaction. Kafka
 * Streams has no such callback, but before a commit it flushes its cache to the underlying store.
 * So this is a cached store that keeps nothing: once marked, it is called by the next commit's
 * flush. It has no changelog and costs no request.
 */
public final class CommitSignal {

  /** Name of the store. */
  public static final String NAME = "commit-signal";

  private static final Bytes KEY = Bytes.wrap(new byte[] {0});
  private static final byte[] VALUE = {};

  private final Map<TaskId, Runnable> beforeCommit = new ConcurrentHashMap<>();

  /** The builder of the store. */
  public StoreBuilder<? extends StateStore> builder() {
    return Stores.keyValueStoreBuilder(new Supplier(), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingEnabled()
        .withLoggingDisabled();
  }

  /**
   * The signal of the task that the context belongs to.
   *
   * @param action what to do before a commit; replaces the action of an earlier start of the task
   */
  public Runnable of(ProcessorContext<?, ?> context, Runnable action) {
    KeyValueStore<Bytes, byte[]> store = context.getStateStore(NAME);
    beforeCommit.put(context.taskId(), action);
    return () -> store.put(KEY, VALUE);
  }

  private final class Supplier implements KeyValueBytesStoreSupplier {
    @Override
    public String name() {
      return NAME;
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
      return new Listener();
    }

    @Override
    public String metricsScope() {
      return "commit-signal";
    }
  }

  /** The underlying store of the cache. */
  private final class Listener implements KeyValueStore<Bytes, byte[]> {

    private TaskId task;
    private boolean open;

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
      task = context.taskId();
      context.register(root, (key, value) -> {});
      open = true;
    }

    @Override
    public void put(Bytes key, byte[] value) {
      Runnable action = beforeCommit.get(task);
      if (action != null) {
        action.run();
      }
    }

    @Override
    public byte[] putIfAbsent(Bytes key, byte[] value) {
      put(key, value);
      return null;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
      entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte[] delete(Bytes key) {
      return null;
    }

    @Override
    public byte[] get(Bytes key) {
      return null;
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
      return new NoEntries();
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
      return new NoEntries();
    }

    @Override
    public long approximateNumEntries() {
      return 0;
    }

    @Override
    public boolean persistent() {
      return false;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  private static final class NoEntries implements KeyValueIterator<Bytes, byte[]> {
    @Override
    public boolean hasNext() {
      return false;
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
      throw new java.util.NoSuchElementException();
    }

    @Override
    public Bytes peekNextKey() {
      throw new java.util.NoSuchElementException();
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
