package io.flexhb.core.study.state;

import io.flexhb.core.space.Configuration;
import java.util.List;
import java.util.OptionalLong;

/**
 * The effect of an imported row.
 *
 * @param number of the {@link ImportedConfiguration}; the next one if the row has a new
 *     configuration
 * @param levels new values, ascending by level; none when it had them all
 * @param failedAt the level at which it failed according to the row
 */
public record ImportedRow(
    int row,
    int number,
    Configuration configuration,
    List<LevelValue> levels,
    OptionalLong failedAt) {

  public ImportedRow {
    levels = List.copyOf(levels);
  }
}
