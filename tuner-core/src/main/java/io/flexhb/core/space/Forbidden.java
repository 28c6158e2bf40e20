package io.flexhb.core.space;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A combination that no configuration may have: each of some parameters with one of the values
 * listed for it. A parameter that does not exist has none.
 *
 * @param values parameter name to its values, in the order given
 */
public record Forbidden(Map<String, List<Object>> values) {
  public Forbidden {
    Map<String, List<Object>> copy = new LinkedHashMap<>();
    values.forEach((name, list) -> copy.put(name, list.stream().map(Values::normalised).toList()));
    values = Collections.unmodifiableMap(copy);
  }

  /** The combination in words. */
  String shown() {
    return values.entrySet().stream()
        .map(e -> new Condition.Is(e.getKey(), e.getValue()).shown())
        .collect(Collectors.joining(" with "));
  }
}
