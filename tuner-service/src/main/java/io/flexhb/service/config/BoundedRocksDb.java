package io.flexhb.service.config;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * One memory budget for all stores of the process. By default each store has its own budget, which
 * with one store per partition would add up to gigabytes. Kafka Streams makes one instance of this
 * class per store, hence the shared constants; they live as long as the process.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {

  private static final long CACHE_BYTES = 64L * 1024 * 1024;
  private static final long WRITE_BUFFERS_BYTES = 32L * 1024 * 1024;
  private static final long WRITE_BUFFER_BYTES = 4L * 1024 * 1024;
  private static final int WRITE_BUFFERS = 2;

  private static final class Shared {
    private static final Cache CACHE = new LRUCache(CACHE_BYTES);
    private static final WriteBufferManager WRITE_BUFFERS =
        new WriteBufferManager(WRITE_BUFFERS_BYTES, CACHE);
  }

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    options.setWriteBufferManager(Shared.WRITE_BUFFERS);
    options.setWriteBufferSize(WRITE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(WRITE_BUFFERS);
    if (options.tableFormatConfig() instanceof BlockBasedTableConfig table) {
      table.setBlockCache(Shared.CACHE);
      table.setCacheIndexAndFilterBlocks(true);
      options.setTableFormatConfig(table);
    }
  }

  /** Does nothing: no resource here belongs to a single store. */
  @Override
  public void close(String storeName, Options options) {}
}
