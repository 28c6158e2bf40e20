package io.flexhb.client;

import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.Study;
import java.util.ArrayList;
import java.util.List;

/**
 * The journal of a study, of its newest incarnation: read to its end first, then followed. Not
 * thread-safe; a thread that follows is ended by interrupting it, or by closing the journal when it
 * returns from {@link #poll}.
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

  /** All entries up to where the journal ends now, in order. To be called first, and once. */
  public List<JournalEntry> readToEnd() {
    return records.decisions(study, reader);
  }

  /**
   * The entries that came since, in order; waits 200 ms for some.
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

  /** How many requests the broker has answered, also without entries: it grows while it is well. */
  public long answers() {
    return reader.answers();
  }

  @Override
  public void close() {
    reader.close();
  }
}
