package io.flexhb.service.admin;

import io.flexhb.service.failure.TunerException;
import java.util.List;

/** Thrown when the topics are not as the tuner needs them. */
public final class TopicProblemsException extends TunerException {

  private static final long serialVersionUID = 1L;

  private final transient List<TopicProblem> problems;

  TopicProblemsException(List<TopicProblem> problems) {
    super(text(problems));
    this.problems = List.copyOf(problems);
  }

  /** The problems, in the order of the topics. */
  public List<TopicProblem> problems() {
    return problems;
  }

  /** One line for each problem, then one for each distinct fix. */
  private static String text(List<TopicProblem> problems) {
    StringBuilder text = new StringBuilder("the topics are not as the tuner needs them:");
    problems.forEach(
        problem -> text.append("\n  ").append(problem.topic()).append(' ').append(problem.what()));
    problems.stream()
        .map(TopicProblem::fix)
        .filter(fix -> !fix.isEmpty())
        .distinct()
        .forEach(fix -> text.append('\n').append(fix));
    return text.toString();
  }
}
