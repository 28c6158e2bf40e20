package io.flexhb.core.study.message;

import io.flexhb.core.space.Configuration;
import java.util.List;
import java.util.Objects;

/**
 * One configuration that was measured earlier elsewhere, as submitted.
 *
 * @param row its number within the import, from 0
 * @param measurements in any order; one for each measured resource
 */
public record ImportRow(int row, Configuration configuration, List<Measurement> measurements) {

  /**
   * One measured value.
   *
   * @param resource absolute
   * @param metric the objective; a value that is not finite is a failed point
   */
  public record Measurement(long resource, Metric metric) {
    public Measurement {
      Objects.requireNonNull(metric, "metric");
    }
  }

  /**
   * @throws IllegalArgumentException when the number is negative
   */
  public ImportRow {
    Objects.requireNonNull(configuration, "configuration");
    measurements = List.copyOf(measurements);
    if (row < 0) {
      throw new IllegalArgumentException("rows count from 0, was " + row);
    }
  }
}
