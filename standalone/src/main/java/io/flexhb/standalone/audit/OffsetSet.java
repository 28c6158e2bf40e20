package io.flexhb.standalone.audit;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** A set of offsets, compact when many of them are adjacent. */
final class OffsetSet {

  private static final int BITS = 16;

  private final Map<Long, BitSet> chunks = new HashMap<>();

  /** Adds an offset; returns whether it is new. */
  boolean add(long offset) {
    BitSet chunk = chunks.computeIfAbsent(offset >> BITS, key -> new BitSet());
    int bit = (int) (offset & ((1 << BITS) - 1));
    boolean isNew = !chunk.get(bit);
    chunk.set(bit);
    return isNew;
  }
}
