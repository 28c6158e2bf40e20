package io.flexhb.core.study.state;

import io.flexhb.core.space.Configuration;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a row of an import came to.
 *
 * @param number of the {@link ImportedConfiguration}; the next where the row brings a new one
 * @param levels values that it did not have, ascending by level; none when it had them all
 * @param failedAt the level at which the row says that it failed
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
