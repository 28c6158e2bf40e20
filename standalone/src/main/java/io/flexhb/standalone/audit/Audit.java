package io.flexhb.standalone.audit;

import io.flexhb.avro.JournalEntry;
import io.flexhb.core.study.state.StudyState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Audits an installation partition by partition: all records of a study lie on one. */
public final class Audit {

  private final AuditedTopics topics;
  private final AuditResult result = new AuditResult();

  private Audit(AuditedTopics topics) {
    this.topics = topics;
  }

  /** Checks every guarantee. */
  public static AuditResult of(AuditedTopics topics) {
    Audit audit = new Audit(topics);
    for (int partition = 0; partition < topics.partitions(); partition++) {
      audit.audit(partition);
    }
    return audit.result;
  }

  private void audit(int partition) {
    SentCommands commands = new SentCommands(topics, partition);
    NewestViews views = new NewestViews(topics, partition);
    Map<String, StudyState> stores = topics.hasChangelog() ? topics.stores(partition) : Map.of();
    InputUse inputs = new InputUse(topics, partition);
    commands.changed().forEach(result::violated);

    Map<UUID, Incarnation> incarnations = new LinkedHashMap<>();
    Map<UUID, String> names = new HashMap<>();
    Map<String, Long> erased = new HashMap<>();
    long settledBefore = topics.journalEnd(partition);
    topics.journal(
        partition,
        record -> {
          if (record.value().isEmpty()) {
            erased.put(record.key().substring(0, record.key().lastIndexOf('/')), record.offset());
            return;
          }
          JournalEntry entry = record.value().get();
          names.put(entry.getIncarnation(), entry.getStudy());
          incarnations
              .computeIfAbsent(
                  entry.getIncarnation(), i -> incarnation(entry, commands, views, stores, inputs))
              .take(record, record.offset() < settledBefore);
        });
    stores.values().stream()
        .filter(state -> !incarnations.containsKey(state.incarnation()))
        .forEach(state -> result.violated(unknown(state, partition)));
    incarnations.forEach(
        (id, incarnation) -> finish(incarnation, erased.getOrDefault(names.get(id), -1L)));
  }

  private Incarnation incarnation(
      JournalEntry first,
      SentCommands commands,
      NewestViews views,
      Map<String, StudyState> stores,
      InputUse inputs) {
    UUID id = first.getIncarnation();
    Findings findings = new Findings(first.getStudy(), id.toString());
    List<Check> checks =
        new ArrayList<>(
            List.of(
                new SequenceCheck(findings),
                new InputCheck(findings, inputs),
                new ReplayCheck(findings),
                new CommandCheck(findings, commands),
                new ViewCheck(findings, views.of(first.getStudy(), id))));
    if (topics.hasChangelog()) {
      Optional<StudyState> stored =
          Optional.ofNullable(stores.get(first.getStudy()))
              .filter(state -> state.incarnation().equals(id));
      checks.add(new StoreCheck(findings, stored));
    }
    return new Incarnation(findings, List.copyOf(checks));
  }

  private Violation unknown(StudyState stored, int partition) {
    return new Violation(
        Guarantee.STORES,
        stored.spec().study(),
        stored.incarnation().toString(),
        topics.names().decisions() + "-" + partition,
        "the store holds the study after decision "
            + stored.sequence()
            + ", the journal has none of it");
  }

  /** Findings from a journal that is being erased do not count as violations. */
  private void finish(Incarnation incarnation, long erasedAt) {
    result.incarnations(1);
    result.decisions(incarnation.decisions());
    Findings findings = incarnation.finish();
    if (erasedAt > incarnation.newestOffset()) {
      for (Guarantee guarantee : Guarantee.values()) {
        result.unverifiable(guarantee, Unverifiable.ERASED, 1);
      }
      return;
    }
    result.add(findings);
    if (!topics.hasChangelog()) {
      result.unverifiable(Guarantee.STORES, Unverifiable.MISSING_CHANGELOG, 1);
    }
  }
}
