package io.flexhb.emitter.agent;

import java.util.List;
import java.util.Optional;

/**
 * Which GPU a slot's script sees.
 *
 * @param ids as CUDA numbers or names them; empty = scripts see what the agent sees
 */
public record GpuAssignment(List<String> ids) {

  /** Keeps its own copy. */
  public GpuAssignment {
    ids = List.copyOf(ids);
    if (ids.stream().anyMatch(id -> id.isBlank() || id.contains(","))) {
      throw new IllegalArgumentException("GPUs " + ids + ": give one number or id each");
    }
  }

  /** Slots take them in turns. */
  Optional<String> of(int slot) {
    return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(slot % ids.size()));
  }
}
