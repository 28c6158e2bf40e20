package io.flexhb.standalone.cli.study;

import io.flexhb.standalone.cli.base.CommandFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Configurations from a YAML file. */
final class ConfigurationFile {

  private ConfigurationFile() {}

  /**
   * Reads one configuration or a list of them, without checking them.
   *
   * @param path the file, "-" for standard input
   * @throws CommandFailure when there is none
   */
  static List<?> read(Path path) {
    Object content = StudyFile.content(path);
    if (content instanceof Map) {
      return List.of(content);
    }
    if (content instanceof List<?> list && !list.isEmpty()) {
      return list;
    }
    throw CommandFailure.badInput(
        "there is no configuration: give 'name: value' pairs, or a list of such");
  }
}
