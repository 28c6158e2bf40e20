package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import java.util.ArrayList;
import java.util.List;

/**
 * The journal of a study's newest incarnation: first read to its end, then followed. Not
 * thread-safe. To end a thread that follows, interrupt it, or close the journal when it returns
 * from {@link #poll}.
 */
public final class JournalReader implements AutoCloseable {
  private final Study study;
  private final StudyRecords records;
  private final TopicReader reader;

  JournalReader(Study study, StudyRecords records, TopicReader reader) {
    this.study = study;
    this.records = records;
    this.reader = reader;
  }

  /** All entries up to the journal's current end, in order. Call it first, and once. */
  public List<JournalEntry> readToEnd() {
    return records.decisions(study, reader);
  }

  /**
   * New entries, in order; waits up to 200 ms for some.
   *
   * @throws org.apache.kafka.common.errors.InterruptException when the thread is interrupted
   */
  public List<JournalEntry> poll() {
    List<JournalEntry> entries = new ArrayList<>();
    reader
        .poll()
        .forEach(
            record -> {
              if (record.key() != null
                  && record.key().startsWith(study.getStudy() + "/")
                  && record.value() != null) {
                records
                    .decode(record, JournalEntry.class)
                    .filter(entry -> entry.getIncarnation().equals(study.getIncarnation()))
                    .ifPresent(entries::add);
              }
            });
    return entries;
  }

  /**
   * Number of requests that the broker answered, including those without entries: it grows while
   * the broker is available.
   */
  public long answers() {
    return reader.answers();
  }

  @Override
  public void close() {
    reader.close();
  }
}
