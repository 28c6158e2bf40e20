package io.flexhb.core.space;

import java.util.OptionalLong;

/** The distinct configurations of a space, in a fixed order, as value indices. */
interface Enumeration {

  /** Number of distinct configurations; empty where they are infinite or too many to count. */
  OptionalLong cardinality();

  /** Value indices of configuration {@code index} of a countable space; -1 = does not exist. */
  long[] enumerate(long index);
}
