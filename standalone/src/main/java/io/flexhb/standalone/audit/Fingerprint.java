package io.flexhb.standalone.audit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** A 64-bit hash of a record, so that millions can be compared without being kept. */
final class Fingerprint {

  private static final long SEED = 0x9E3779B97F4A7C15L;

  private Fingerprint() {}

  /** Equal for equal records. */
  static long of(IndexedRecord record) {
    return of(record, Set.of());
  }

  /** Equal for records that differ only in these fields. */
  static long of(IndexedRecord record, Set<String> leftOut) {
    long hash = ofText(record.getSchema().getFullName());
    for (Schema.Field field : record.getSchema().getFields()) {
      if (!leftOut.contains(field.name())) {
        hash = mix(hash, ofValue(record.get(field.pos())));
      }
    }
    return hash;
  }

  private static long ofValue(Object value) {
    if (value instanceof IndexedRecord record) {
      return of(record);
    }
    if (value instanceof List<?> list) {
      long hash = list.size();
      for (Object element : list) {
        hash = mix(hash, ofValue(element));
      }
      return hash;
    }
    if (value instanceof Map<?, ?> map) {
      // Independent of the order of entries, which maps do not define.
      long sum = map.size();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        sum += mix(ofText(entry.getKey().toString()), ofValue(entry.getValue()));
      }
      return sum;
    }
    if (value instanceof Double number) {
      return Double.doubleToLongBits(number);
    }
    if (value instanceof Long || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    return ofText(String.valueOf(value));
  }

  private static long ofText(String text) {
    long hash = SEED;
    for (int i = 0; i < text.length(); i++) {
      hash = mix(hash, text.charAt(i));
    }
    return hash;
  }

  private static long mix(long hash, long value) {
    long mixed = (hash ^ value) * 0xBF58476D1CE4E5B9L + SEED;
    mixed ^= mixed >>> 29;
    mixed *= 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 32;
  }
}
