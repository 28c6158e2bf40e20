package io.flexhb.emitter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open slots of a worker, by study: a command concerns only the slots of its study.
 * Thread-safe.
 */
final class Slots {

  private final Map<String, Map<Integer, WorkerSlot>> byStudy = new ConcurrentHashMap<>();

  void add(WorkerSlot slot) {
    byStudy.compute(
        slot.study(),
        (study, others) -> {
          Map<Integer, WorkerSlot> slots = others == null ? new ConcurrentHashMap<>() : others;
          slots.put(slot.number(), slot);
          return slots;
        });
  }

  void remove(WorkerSlot slot) {
    byStudy.computeIfPresent(
        slot.study(),
        (study, slots) -> {
          slots.remove(slot.number(), slot);
          return slots.isEmpty() ? null : slots;
        });
  }

  Collection<WorkerSlot> of(String study) {
    return byStudy.getOrDefault(study, Map.of()).values();
  }

  List<WorkerSlot> all() {
    List<WorkerSlot> all = new ArrayList<>();
    byStudy.values().forEach(slots -> all.addAll(slots.values()));
    return all;
  }

  boolean isTaken(String study, int number) {
    return byStudy.getOrDefault(study, Map.of()).containsKey(number);
  }

  int lowestFree(String study) {
    int number = 0;
    while (isTaken(study, number)) {
      number++;
    }
    return number;
  }
}
