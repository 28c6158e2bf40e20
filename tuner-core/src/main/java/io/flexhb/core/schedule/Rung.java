package io.flexhb.core.schedule;

import io.flexhb.core.fidelity.ResourceStep;

/**
 * One rung of a bracket: {@code n} trials trained to {@code resource}.
 *
 * @param n number of slots, at least 1
 * @param resource absolute resource of the rung, at least 1
 */
public record Rung(int n, long resource) {

  public Rung {
    if (n < 1 || resource < 1) {
      throw new IllegalArgumentException(
          "a rung needs n >= 1 and resource >= 1, was " + n + "@" + resource);
    }
  }

  /** The rung as text, in the user's unit. */
  public String text(ResourceStep step) {
    return n + "@" + step.text(resource);
  }

  @Override
  public String toString() {
    return text(ResourceStep.ONE);
  }
}
