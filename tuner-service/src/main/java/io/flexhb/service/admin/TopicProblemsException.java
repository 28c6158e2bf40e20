package io.flexhb.service.admin;

import io.flexhb.service.TunerException;
import java.util.List;

/** The topics are not as the tuner needs them. */
public final class TopicProblemsException extends TunerException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  TopicProblemsException(List<String> problems) {
    super(
        problems.size() == 1
            ? problems.get(0)
            : problems.size() + " topics are wrong:\n  " + String.join("\n  ", problems));
    this.problems = List.copyOf(problems);
  }

  /** One line for each: the topic, what is wrong, what to do. */
  public List<String> problems() {
    return problems;
  }
}
