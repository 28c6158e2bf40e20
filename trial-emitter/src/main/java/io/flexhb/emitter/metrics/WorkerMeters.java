package io.flexhb.emitter.metrics;

import io.flexhb.avro.Command;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of one worker, updated by what it sends and receives. Thread-safe. */
final class WorkerMeters {

  private record SlotKey(String study, int number) {}

  private final String worker;
  private final MeterRegistry registry;
  private final Counter lost;
  private final Map<String, WorkerStudyMeters> studies = new ConcurrentHashMap<>();
  private final Map<SlotKey, MeteredSlot> slots = new ConcurrentHashMap<>();

  WorkerMeters(String worker, MeterRegistry registry) {
    this.worker = worker;
    this.registry = registry;
    this.lost =
        Counter.builder("flexhb.worker.lost.records")
            .description("Records that could not be delivered before the worker ended")
            .register(registry);
  }

  /** An ask is sent, for the first time or again. */
  void asks(WorkRequest ask) {
    WorkerStudyMeters study = study(ask.getStudy());
    if (slot(ask.getStudy(), ask.getSlot()).asks(ask.getAskSequence(), System.nanoTime())) {
      study.asked();
    } else {
      study.repeated();
    }
  }

  /** An event of an attempt is sent. */
  void sends(TrialEvent event) {
    WorkerStudyMeters study = study(event.getStudy());
    MeteredSlot slot = slot(event.getStudy(), event.getSlot());
    switch (event.getKind()) {
      case METRICS -> {
        if (slot.reports(event.getResource(), System.nanoTime())) {
          study.reported();
        } else {
          study.repeated();
        }
      }
      case HEARTBEAT -> study.heartbeat();
      case ENDED -> {
        slot.ends();
        study.ended(Optional.ofNullable(event.getEndReason()).orElse(EndReason.UNKNOWN));
      }
      default -> {
        // STARTED follows each grant, which is counted; checkpoints accompany reports.
      }
    }
  }

  /** A command of a followed study arrived, possibly for another worker. */
  void received(Command command) {
    WorkerStudyMeters study = studies.get(command.getStudy());
    if (study == null) {
      return;
    }
    long now = System.nanoTime();
    if (command.getWorker().equals(worker)) {
      MeteredSlot slot = slots.get(new SlotKey(command.getStudy(), command.getSlot()));
      if (slot != null) {
        slot.on(command, now, study);
      }
    } else if (command.getWorker().isEmpty()) {
      slots.forEach(
          (key, slot) -> {
            if (key.study().equals(command.getStudy())) {
              slot.on(command, now, study);
            }
          });
    }
  }

  private WorkerStudyMeters study(String study) {
    WorkerStudyMeters known = studies.get(study);
    return known != null
        ? known
        : studies.computeIfAbsent(
            study,
            name ->
                new WorkerStudyMeters(registry, name, worker, state -> countSlots(name, state)));
  }

  private MeteredSlot slot(String study, int number) {
    return slots.computeIfAbsent(new SlotKey(study, number), key -> new MeteredSlot());
  }

  private long countSlots(String study, MeteredSlot.State state) {
    return slots.entrySet().stream()
        .filter(slot -> slot.getKey().study().equals(study) && slot.getValue().state() == state)
        .count();
  }

  /** The worker ends; its counters stay, so that they can be read once more. */
  void close(long lostRecords) {
    lost.increment(lostRecords);
    studies.values().forEach(WorkerStudyMeters::removeGauges);
  }
}
