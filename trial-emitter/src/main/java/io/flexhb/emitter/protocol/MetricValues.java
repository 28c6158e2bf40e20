package io.flexhb.emitter.protocol;

import io.flexhb.avro.MetricStatus;
import io.flexhb.avro.MetricValue;
import java.util.HashMap;
import java.util.Map;

/**
 * Converts a trainer's numbers to values on the wire: those that are not finite become a status.
 */
final class MetricValues {

  private MetricValues() {}

  /**
   * Converts the values.
   *
   * @param resource for messages
   * @throws IllegalArgumentException when there are none, or a name or number is missing
   */
  static Map<String, MetricValue> of(String resource, Map<String, ? extends Number> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException(
          "the report at resource " + resource + " has no values: give at least the objective");
    }
    Map<String, MetricValue> sent = new HashMap<>(2 * values.size());
    values.forEach(
        (name, number) -> {
          if (name == null || name.isBlank() || number == null) {
            throw new IllegalArgumentException(
                "metric '"
                    + name
                    + "' = "
                    + number
                    + " in the report at resource "
                    + resource
                    + ": each metric needs a name and a number (Double.NaN when it has none)");
          }
          sent.put(name, of(number.doubleValue()));
        });
    return sent;
  }

  private static MetricValue of(double number) {
    if (Double.isFinite(number)) {
      return new MetricValue(MetricStatus.FINITE, number);
    }
    MetricStatus status =
        Double.isNaN(number)
            ? MetricStatus.NAN
            : number > 0 ? MetricStatus.POSITIVE_INFINITY : MetricStatus.NEGATIVE_INFINITY;
    return new MetricValue(status, null);
  }
}
