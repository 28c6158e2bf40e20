package io.flexhb.service.config;

import java.util.List;

/** Thrown for settings that cannot be used, with all problems at once; nothing was started. */
public final class InvalidConfigException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  // Transient, because the type List is not serializable.
  private final transient List<String> problems;

  /**
   * @param problems at least one, each one line: the key, what is wrong, what to do
   */
  public InvalidConfigException(List<String> problems) {
    super(
        problems.size() == 1
            ? problems.get(0)
            : problems.size() + " settings are wrong:\n  " + String.join("\n  ", problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, one line each. */
  public List<String> problems() {
    return problems;
  }
}
