package io.flexhb.client;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.SearchSpace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A user's configurations, checked against the search space. */
final class Configurations {

  private Configurations() {}

  /**
   * Checks them; each may lack parameters.
   *
   * @param given each a map of parameter names to values
   * @throws InvalidRequestException with all problems, each with its place and parameter
   */
  static List<Configuration> of(List<?> given, SearchSpace space) {
    List<Configuration> configurations = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      String place = "configuration " + (i + 1);
      if (!(given.get(i) instanceof Map<?, ?> map)) {
        problems.add(place + ": must be 'name: value' pairs, was " + given.get(i));
        continue;
      }
      Map<String, Object> values = new LinkedHashMap<>();
      map.forEach((name, value) -> values.put(String.valueOf(name), value));
      Configuration configuration = space.coerce(values);
      // The tuner draws missing parameters.
      for (Problem problem : space.checkValues(configuration)) {
        problems.add(place + ": " + problem);
      }
      configurations.add(configuration);
    }
    if (!problems.isEmpty()) {
      throw new InvalidRequestException(
          "not in the search space, nothing was sent:\n  " + String.join("\n  ", problems));
    }
    return configurations;
  }
}
