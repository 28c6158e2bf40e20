package io.flexhb.core.study.state;

import io.flexhb.core.study.message.SlotId;
import io.vavr.collection.TreeMap;
import java.util.Optional;

/**
 * The slots that have asked, and those that wait for work.
 *
 * @param slots every slot known
 * @param parked order of parking to slot: first come, first served
 * @param nextOrder order of the next slot to park
 */
public record SlotTable(TreeMap<SlotId, Slot> slots, TreeMap<Long, SlotId> parked, long nextOrder) {

  static final SlotTable EMPTY = new SlotTable(TreeMap.empty(), TreeMap.empty(), 0);

  public Optional<Slot> find(SlotId id) {
    return slots.get(id).toJavaOptional();
  }

  SlotTable park(Slot slot) {
    SlotTable free = forget(slot.id());
    return new SlotTable(
        free.slots.put(slot.id(), slot),
        free.parked.put(slot.parkedOrder(), slot.id()),
        Math.max(nextOrder, slot.parkedOrder() + 1));
  }

  SlotTable occupy(Slot slot) {
    SlotTable free = forget(slot.id());
    return new SlotTable(free.slots.put(slot.id(), slot), free.parked, nextOrder);
  }

  SlotTable forget(SlotId id) {
    return find(id)
        .map(
            known ->
                new SlotTable(
                    slots.remove(id),
                    known.isParked() ? parked.remove(known.parkedOrder()) : parked,
                    nextOrder))
        .orElse(this);
  }
}
