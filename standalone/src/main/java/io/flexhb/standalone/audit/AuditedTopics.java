package io.flexhb.standalone.audit;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.TrialView;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.topics.Topics;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * The committed records of an installation, in the order of each partition. Read a partition's
 * journal last: then it contains the decisions behind everything else that was read.
 */
public interface AuditedTopics {

  /** Their names. */
  Topics names();

  /** The partition count of each. */
  int partitions();

  /** The first offset that retention and compaction have left. */
  long beginning(String topic, int partition);

  /**
   * The end offset of the journal when the audit began. The effects of earlier entries were
   * committed before anything else was read.
   */
  long journalEnd(int partition);

  /** The decodable inputs of the tuner: studies, asks, reports and suggestions. */
  void inputs(int partition, Consumer<CommittedRecord<SpecificRecord>> each);

  /** The commands sent to workers. */
  void commands(int partition, Consumer<CommittedRecord<Command>> each);

  /** The views of trials, including older versions. */
  void views(int partition, Consumer<CommittedRecord<TrialView>> each);

  /** Whether there is a changelog of the stores. */
  boolean hasChangelog();

  /** The studies in the store by name, as its changelog has them. */
  Map<String, StudyState> stores(int partition);

  /** The journals. */
  void journal(int partition, Consumer<CommittedRecord<JournalEntry>> each);
}
