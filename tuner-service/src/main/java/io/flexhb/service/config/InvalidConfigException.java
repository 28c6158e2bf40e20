package io.flexhb.service.config;

import java.util.List;

/** Settings that cannot be used. All problems at once; nothing was started. */
public final class InvalidConfigException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  // A list of strings, so serializable whenever somebody serializes exceptions.
  private final transient List<String> problems;

  /**
   * @param problems at least one, one line each: the key, what is wrong, what to do
   */
  public InvalidConfigException(List<String> problems) {
    super(
        problems.size() == 1
            ? problems.get(0)
            : problems.size() + " settings are wrong:\n  " + String.join("\n  ", problems));
    this.problems = List.copyOf(problems);
  }

  /** One line for each. */
  public List<String> problems() {
    return problems;
  }
}
