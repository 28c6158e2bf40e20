package io.flexhb.service.stream;

import io.flexhb.core.study.StudyState;
import io.flexhb.service.codec.JournalCodec;
import io.flexhb.service.codec.PoisonRecord;
import io.flexhb.service.store.ErasedStudies;
import io.flexhb.service.store.StudyKeys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases deleted studies from stores and topics, some entries at each tick, so that a study of a
 * hundred thousand trials holds nobody up. Which studies are left to erase is in the due store.
 */
final class Erasing {

  private static final Logger LOG = LoggerFactory.getLogger(Erasing.class);

  /** Entries per tick, each a delete and a tombstone. */
  static final int BATCH = 1_000;

  private final Task task;
  private final Set<String> studies = new LinkedHashSet<>();

  Erasing(Task task) {
    this.task = task;
  }

  /** The study was just deleted. */
  void begin(StudyKeys keys, StudyState last, long now) {
    String study = keys.study();
    task.shelf().evict(study);
    task.suggestions().forget(study);
    task.store().erased().begin(keys, last);
    task.store().due().set(study, now);
    studies.add(study);
    LOG.info("Study {} ({}) is deleted and will be erased", study, last.incarnation());
  }

  /** Goes on erasing the study, if it is one that was being erased. */
  boolean resume(String study) {
    if (task.store().erased().load(new StudyKeys(study)).isEmpty()) {
      return false;
    }
    studies.add(study);
    return true;
  }

  /**
   * Erases a batch; returns whether there was anything to erase.
   *
   * @param next takes the records that waited for the study to be gone
   */
  boolean tick(long now, Router next) {
    int left = BATCH;
    for (String study : List.copyOf(studies)) {
      if (left <= 0) {
        break;
      }
      left -= erase(study, left, now, next);
    }
    return left < BATCH;
  }

  private int erase(String study, int limit, long now, Router next) {
    StudyKeys keys = new StudyKeys(study);
    Optional<ErasedStudies.Erasure> erasure = task.store().erased().load(keys);
    if (erasure.isEmpty()) {
      studies.remove(study);
      return 0;
    }
    ErasedStudies.Batch batch = task.store().erased().next(keys, erasure.get(), limit);
    Outputs outputs = task.outputs();
    batch.trials().forEach(trial -> outputs.tombstone(Nodes.TRIALS, study + "/" + trial));
    batch
        .decisions()
        .forEach(sequence -> outputs.tombstone(Nodes.DECISIONS, JournalCodec.key(study, sequence)));
    outputs.forward(task.context(), now);
    if (batch.done()) {
      finish(keys, erasure.get(), now, next);
    }
    return Math.max(1, batch.trials().size() + batch.decisions().size());
  }

  private void finish(StudyKeys keys, ErasedStudies.Erasure erasure, long now, Router next) {
    String study = keys.study();
    studies.remove(study);
    task.store().due().clear(study);
    LOG.info("Study {} ({}) is erased", study, erasure.incarnation());
    List<Inbound> waiting = new ArrayList<>();
    boolean replaced = false;
    for (ErasedStudies.Held held : task.store().erased().release(keys, erasure)) {
      Optional<Inbound> in = decode(study, held, now);
      in.ifPresent(waiting::add);
      replaced |= in.isEmpty() || in.get().record() instanceof io.flexhb.avro.Study;
    }
    if (!replaced) {
      // Else the study's newest record is its successor's, and must stay.
      Outputs outputs = task.outputs();
      outputs.tombstone(Nodes.STUDIES_OUT, study);
      outputs.forward(task.context(), now);
    }
    waiting.forEach(next::route);
  }

  /**
   * The record, as it was when it was held back; empty, and on the DLQ, when it cannot be read any
   * more: a registry may have lost its schema.
   */
  private Optional<Inbound> decode(String study, ErasedStudies.Held held, long now) {
    Headers headers = new RecordHeaders();
    try {
      SpecificRecord record = task.inputs().decode(held.origin().topic(), study, held.value());
      return Optional.of(new Inbound(held.origin(), study, record, held.value(), headers, now));
    } catch (PoisonRecord lost) {
      byte[] key = study.getBytes(StandardCharsets.UTF_8);
      task.poison(key, held.value(), headers, held.origin(), lost.getMessage(), now).commit();
      return Optional.empty();
    }
  }
}
