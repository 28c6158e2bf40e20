package io.flexhb.client.imports;

import io.flexhb.core.study.message.ImportRow;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/**
 * The rows of one import, checked and merged by {@link ImportBuilder}.
 *
 * @param rows the usable rows: one per configuration, numbered from 0
 * @param values number of values at each fidelity level, in steps of the study's resource
 * @param failed configurations that fail from some level on
 * @param unused number of measurements below the lowest level, or not the first at a level
 */
public record ImportRows(
    List<ImportRow> rows, SortedMap<Long, Integer> values, int failed, int unused) {

  /** Most rows of one record; the journal repeats each with the resulting facts. */
  private static final int BATCH_ROWS = 500;

  /** Approximate size of one record. */
  private static final int BATCH_BYTES = 100_000;

  /** An id for the import: sixteen hexadecimal digits, equal for equal rows. */
  public String hash() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (ImportRow row : rows) {
        String text = row.row() + row.configuration().canonical() + row.measurements() + "\n";
        digest.update(text.getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /** Splits rows, in order, into parts that each fit into a record. */
  static List<List<ImportRow>> batches(List<ImportRow> rows) {
    List<List<ImportRow>> batches = new ArrayList<>();
    List<ImportRow> batch = new ArrayList<>();
    long bytes = 0;
    for (ImportRow row : rows) {
      long size = 2L * row.configuration().canonical().length() + 60L * row.measurements().size();
      if (!batch.isEmpty() && (batch.size() == BATCH_ROWS || bytes + size > BATCH_BYTES)) {
        batches.add(batch);
        batch = new ArrayList<>();
        bytes = 0;
      }
      batch.add(row);
      bytes += size;
    }
    batches.add(batch);
    return batches;
  }
}
