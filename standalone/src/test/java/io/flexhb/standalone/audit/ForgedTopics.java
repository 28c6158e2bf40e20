package io.flexhb.standalone.audit;

import io.flexhb.avro.Command;
import io.flexhb.avro.JournalEntry;
import io.flexhb.avro.TrialView;
import io.flexhb.codec.CommandCodec;
import io.flexhb.codec.EventCodec;
import io.flexhb.codec.JournalCodec;
import io.flexhb.codec.Origin;
import io.flexhb.codec.TrialViewCodec;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.StudyEngine;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.topics.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Topics with one partition, which hold what a tuner would write, until a test changes them. All
 * lists may be changed.
 */
final class ForgedTopics implements AuditedTopics {

  final List<CommittedRecord<SpecificRecord>> inputs = new ArrayList<>();
  final List<CommittedRecord<Command>> commands = new ArrayList<>();
  final List<CommittedRecord<TrialView>> views = new ArrayList<>();
  final List<CommittedRecord<JournalEntry>> journal = new ArrayList<>();
  final Map<String, StudyState> stores = new HashMap<>();
  final Map<String, Long> beginnings = new HashMap<>();
  Optional<Long> journalEnd = Optional.empty();
  boolean hasChangelog = true;

  private final Topics names = Topics.defaults();

  /** Decides on a record as a tuner does, and writes the results. */
  void decide(String topic, SpecificRecord record, String study) {
    Instant at = Instant.ofEpochMilli(1_000L * inputs.size());
    long offset = inputs.stream().filter(input -> input.topic().equals(topic)).count();
    inputs.add(entry(topic, offset, at, study, record));
    Optional<StudyState> before = Optional.ofNullable(stores.get(study));
    Decision decision =
        StudyEngine.decide(
            before, EventCodec.event(record, at.toEpochMilli(), before.map(StudyState::spec)));
    List<Command> sent =
        decision.commands().stream()
            .map(c -> CommandCodec.toWire(study, ResourceStep.ONE, c, at))
            .toList();
    sent.forEach(c -> commands.add(entry(names.commands(), commands.size(), at, study, c)));
    if (!decision.changesState()) {
      return;
    }
    StudyState after = StudyEngine.apply(before, decision);
    JournalEntry entry =
        JournalCodec.entry(
            record,
            new Origin(topic, 0, offset),
            at,
            after,
            decision.facts(),
            sent,
            decision.reasons());
    String key = JournalCodec.key(study, after.sequence());
    journal.add(entry(names.decisions(), journal.size(), at, key, entry));
    for (int number : StateChanges.by(decision, before, after).trials()) {
      Trial is = after.trials().get(number);
      Optional<Trial> was = before.flatMap(state -> state.trial(number));
      if (was.filter(trial -> TrialViewCodec.looksTheSame(trial, is)).isEmpty()) {
        TrialView view = TrialViewCodec.toWire(after, is, at);
        views.add(entry(names.trials(), views.size(), at, study + "/" + number, view));
      }
    }
    stores.put(study, after);
  }

  static <T> CommittedRecord<T> entry(String topic, long offset, Instant at, String key, T value) {
    return new CommittedRecord<>(topic, 0, offset, at.toEpochMilli(), key, Optional.of(value));
  }

  /** The state of a study now. */
  StudyState state(String study) {
    return stores.get(study);
  }

  @Override
  public Topics names() {
    return names;
  }

  @Override
  public int partitions() {
    return 1;
  }

  @Override
  public long beginning(String topic, int partition) {
    return beginnings.getOrDefault(topic, 0L);
  }

  @Override
  public long journalEnd(int partition) {
    return journalEnd.orElse((long) journal.size());
  }

  @Override
  public void inputs(int partition, Consumer<CommittedRecord<SpecificRecord>> each) {
    inputs.forEach(each);
  }

  @Override
  public void commands(int partition, Consumer<CommittedRecord<Command>> each) {
    commands.forEach(each);
  }

  @Override
  public void views(int partition, Consumer<CommittedRecord<TrialView>> each) {
    views.forEach(each);
  }

  @Override
  public boolean hasChangelog() {
    return hasChangelog;
  }

  @Override
  public Map<String, StudyState> stores(int partition) {
    return stores;
  }

  @Override
  public void journal(int partition, Consumer<CommittedRecord<JournalEntry>> each) {
    journal.forEach(each);
  }
}
