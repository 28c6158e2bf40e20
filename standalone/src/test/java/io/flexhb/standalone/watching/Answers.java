package io.flexhb.standalone.watching;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalDouble;

/** The answers of Prometheus to a query over time. */
final class Answers {

  private Answers() {}

  /** The newest value of the first series that has one; empty when none has. */
  static OptionalDouble last(JsonNode series) {
    for (JsonNode one : series) {
      JsonNode values = one.get("values");
      for (int i = values.size() - 1; i >= 0; i--) {
        String value = values.get(i).get(1).asText();
        if (!value.equals("NaN")) {
          return OptionalDouble.of(Double.parseDouble(value.replace("Inf", "Infinity")));
        }
      }
    }
    return OptionalDouble.empty();
  }
}
