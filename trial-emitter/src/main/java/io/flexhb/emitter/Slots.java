package io.flexhb.emitter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open slots of a worker, by study: a command concerns those of its study only, however many
 * others there are. Thread-safe.
 */
final class Slots {

  private final Map<String, Map<Integer, Slot>> byStudy = new ConcurrentHashMap<>();

  void add(Slot slot) {
    byStudy.compute(
        slot.study(),
        (study, others) -> {
          Map<Integer, Slot> slots = others == null ? new ConcurrentHashMap<>() : others;
          slots.put(slot.number(), slot);
          return slots;
        });
  }

  void remove(Slot slot) {
    byStudy.computeIfPresent(
        slot.study(),
        (study, slots) -> {
          slots.remove(slot.number(), slot);
          return slots.isEmpty() ? null : slots;
        });
  }

  Collection<Slot> of(String study) {
    return byStudy.getOrDefault(study, Map.of()).values();
  }

  List<Slot> all() {
    List<Slot> all = new ArrayList<>();
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
