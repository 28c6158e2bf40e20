package io.flexhb.client;

import io.flexhb.core.space.Problem;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The result of applying a definition.
 *
 * @param incarnation of the study
 * @param effect on the study; the expected one, when the answer was not awaited
 * @param changes each setting that changed
 * @param decision number of the tuner's decision; empty without one
 * @param status of the study, if known
 */
public record ApplyResult(
    UUID incarnation,
    Effect effect,
    List<Problem> changes,
    OptionalLong decision,
    Optional<StatusView> status) {

  /** The effect of applying. */
  public enum Effect {
    CREATED("created"),
    CHANGED("changed"),
    REOPENED("re-opened"),
    UNCHANGED("unchanged");

    private final String text;

    Effect(String text) {
      this.text = text;
    }

    /** The effect as text. */
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
