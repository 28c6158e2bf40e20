package io.flexhb.service.topics;

import java.util.List;

/** Topics that are not as they must be. */
public final class TopicProblemsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  TopicProblemsException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** One line each, naming the topic and how to mend it. */
  public List<String> problems() {
    return problems;
  }
}
