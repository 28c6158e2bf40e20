package io.flexhb.standalone.cli;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.SearchSpace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Configurations from a YAML file, all of them in the search space. */
final class ConfigurationFile {

  private ConfigurationFile() {}

  /**
   * Reads one configuration, or a list of them; each may lack parameters.
   *
   * @param path the file, "-" for standard input
   * @throws CommandFailure with all that is wrong, each with its place and parameter
   */
  static List<Configuration> read(Path path, SearchSpace space) {
    Object content = StudyFile.content(path);
    List<?> entries = content instanceof Map ? List.of(content) : list(content);
    List<Configuration> configurations = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      String place = "configuration " + (i + 1);
      if (!(entries.get(i) instanceof Map<?, ?> map)) {
        problems.add(place + ": must be 'name: value' pairs, was " + entries.get(i));
        continue;
      }
      Map<String, Object> values = new LinkedHashMap<>();
      map.forEach((name, value) -> values.put(String.valueOf(name), value));
      Configuration configuration = space.coerce(values);
      // What is missing the tuner draws.
      for (Problem problem : space.checkValues(configuration)) {
        problems.add(place + ": " + problem);
      }
      configurations.add(configuration);
    }
    if (!problems.isEmpty()) {
      throw CommandFailure.badInput(
          "not in the search space, nothing was sent:\n  " + String.join("\n  ", problems));
    }
    return configurations;
  }

  private static List<?> list(Object content) {
    if (content instanceof List<?> list && !list.isEmpty()) {
      return list;
    }
    throw CommandFailure.badInput(
        "there is no configuration: give 'name: value' pairs, or a list of such");
  }
}
