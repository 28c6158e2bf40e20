package io.flexhb.simulator;

import io.flexhb.core.study.message.Command;
import java.util.ArrayList;
import java.util.List;

/** A worker process with its slots. A process that died is never heard again. */
final class SimulatedWorker {
  private final String name;
  private final List<SimulatedSlot> slots = new ArrayList<>();

  SimulatedWorker(Simulation world, String name, int slots) {
    this.name = name;
    for (int i = 0; i < slots; i++) {
      this.slots.add(new SimulatedSlot(world, this, i));
    }
  }

  String name() {
    return name;
  }

  void start() {
    slots.forEach(SimulatedSlot::ask);
  }

  void die() {
    slots.forEach(SimulatedSlot::die);
  }

  void on(Command command) {
    slots.forEach(slot -> slot.on(command));
  }

  /** Whether every slot was told to leave. */
  boolean isReleased() {
    return slots.stream().allMatch(SimulatedSlot::isReleased);
  }
}
