package io.flexhb.core.study;

import io.vavr.collection.TreeMap;
import java.util.Optional;

/**
 * The slots that have asked, and those that wait for an answer.
 *
 * @param slots every slot known
 * @param parked order of parking to slot: first come, first served
 * @param nextOrder order of the next slot to park
 */
public record Desk(TreeMap<SlotId, Slot> slots, TreeMap<Long, SlotId> parked, long nextOrder) {

  static final Desk EMPTY = new Desk(TreeMap.empty(), TreeMap.empty(), 0);

  Optional<Slot> find(SlotId id) {
    return slots.get(id).toJavaOptional();
  }

  Desk park(Slot slot) {
    Desk free = forget(slot.id());
    return new Desk(
        free.slots.put(slot.id(), slot),
        free.parked.put(slot.parkedOrder(), slot.id()),
        Math.max(nextOrder, slot.parkedOrder() + 1));
  }

  Desk occupy(Slot slot) {
    Desk free = forget(slot.id());
    return new Desk(free.slots.put(slot.id(), slot), free.parked, nextOrder);
  }

  Desk forget(SlotId id) {
    return find(id)
        .map(
            known ->
                new Desk(
                    slots.remove(id),
                    known.isParked() ? parked.remove(known.parkedOrder()) : parked,
                    nextOrder))
        .orElse(this);
  }
}
