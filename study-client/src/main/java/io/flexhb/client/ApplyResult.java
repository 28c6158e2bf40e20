package io.flexhb.client;

import io.flexhb.core.space.Problem;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * What became of a definition that was applied.
 *
 * @param incarnation of the study
 * @param effect on it; as expected, when the answer was not waited for
 * @param changes each setting that changed
 * @param decision number of the tuner's decision; empty without one
 * @param status of the study, where it is known
 */
public record ApplyResult(
    UUID incarnation,
    Effect effect,
    List<Problem> changes,
    OptionalLong decision,
    Optional<StatusView> status) {

  /** What applying did. */
  public enum Effect {
    CREATED("created"),
    CHANGED("changed"),
    REOPENED("re-opened"),
    UNCHANGED("unchanged");

    private final String text;

    Effect(String text) {
      this.text = text;
    }

    /** For people. */
    @Override
    public String toString() {
      return text;
    }
  }

  /** Copies the list. */
  public ApplyResult {
    changes = List.copyOf(changes);
  }
}
