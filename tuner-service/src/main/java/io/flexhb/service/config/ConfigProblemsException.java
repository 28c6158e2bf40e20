package io.flexhb.service.config;

import java.util.List;

/** A configuration that cannot be used, with all its problems. */
public final class ConfigProblemsException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  ConfigProblemsException(List<String> problems) {
    super(
        "the configuration has %d problem(s): %s"
            .formatted(problems.size(), String.join("; ", problems)));
    this.problems = List.copyOf(problems);
  }

  /** One line each, naming the key and how to mend it. */
  public List<String> problems() {
    return problems;
  }
}
