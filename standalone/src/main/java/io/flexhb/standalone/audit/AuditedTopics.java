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
 * The committed records of an installation, each partition in its order. A partition's journal is
 * to be read last: then it holds the decision of everything else that was read.
 */
public interface AuditedTopics {

  /** Their names. */
  Topics names();

  /** The partition count of each. */
  int partitions();

  /** The first offset that retention or compaction has left. */
  long beginning(String topic, int partition);

  /**
   * Where the journal ended when the audit began: what follows from earlier entries was committed
   * before anything else was read.
   */
  long journalEnd(int partition);

  /** What the tuner read: studies, asks, reports and suggestions; those that can be decoded. */
  void inputs(int partition, Consumer<CommittedRecord<SpecificRecord>> each);

  /** What was sent to workers. */
  void commands(int partition, Consumer<CommittedRecord<Command>> each);

  /** The views of trials, old ones too. */
  void views(int partition, Consumer<CommittedRecord<TrialView>> each);

  /** Whether there is a changelog of the stores. */
  boolean hasChangelog();

  /** The studies in the store by name, as its changelog has them. */
  Map<String, StudyState> stores(int partition);

  /** The journals. */
  void journal(int partition, Consumer<CommittedRecord<JournalEntry>> each);
}
