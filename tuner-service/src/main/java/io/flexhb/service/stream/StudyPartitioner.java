package io.flexhb.service.stream;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * Puts all records of a study on the partition that Java clients choose for its name, whatever
 * follows the name in the key: {@code study}, {@code study/sequence}, {@code study/trial}.
 */
final class StudyPartitioner implements StreamPartitioner<byte[], byte[]> {

  private static final byte SLASH = '/';

  // Deprecated, but its replacement with headers is a default method that calls it.
  @SuppressWarnings("removal")
  @Override
  public Optional<Set<Integer>> partitions(
      String topic, byte[] key, byte[] value, int numPartitions) {
    return Optional.of(Set.of(partition(key, numPartitions)));
  }

  static int partition(byte[] key, int partitions) {
    int slash = 0;
    while (slash < key.length && key[slash] != SLASH) {
      slash++;
    }
    byte[] study = slash == key.length ? key : Arrays.copyOf(key, slash);
    return Utils.toPositive(Utils.murmur2(study)) % partitions;
  }
}
