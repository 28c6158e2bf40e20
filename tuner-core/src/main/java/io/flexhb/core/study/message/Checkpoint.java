package io.flexhb.core.study.message;

/**
 * Where a trainer saved its state.
 *
 * @param resource absolute resource that the state holds
 * @param reference a name that the trainer understands; opaque here
 */
public record Checkpoint(long resource, String reference) {

  /**
   * @throws IllegalArgumentException when the resource is negative
   */
  public Checkpoint {
    if (resource < 0) {
      throw new IllegalArgumentException("checkpoint resource must be >= 0, was " + resource);
    }
  }
}
