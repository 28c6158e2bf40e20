package io.flexhb.emitter.agent;

import java.util.List;
import java.util.Optional;

/**
 * Which GPU a slot's script sees.
 *
 * @param ids CUDA's numbers or ids; empty = scripts see the GPUs that the agent sees
 */
public record GpuAssignment(List<String> ids) {

  /** Copies the list and checks it. */
  public GpuAssignment {
    ids = List.copyOf(ids);
    if (ids.stream().anyMatch(id -> id.isBlank() || id.contains(","))) {
      throw new IllegalArgumentException("GPUs " + ids + ": give one number or id each");
    }
  }

  /** The GPU of a slot; slots are assigned round-robin. */
  Optional<String> of(int slot) {
    return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(slot % ids.size()));
  }
}
