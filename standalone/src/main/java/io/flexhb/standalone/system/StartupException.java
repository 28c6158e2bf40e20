package io.flexhb.standalone.system;

import java.util.Objects;

/**
 * A part of FlexHB could not start, for a reason that the user can fix.
 *
 * <p>The message is one line that can be shown as it is: the problem, then what to do about it.
 */
public final class StartupException extends RuntimeException {

  private final String problem;
  private final String fix;

  /**
   * @param problem what is wrong, one line without a full stop
   * @param fix what the user can do, one line without a full stop
   */
  public StartupException(String problem, String fix) {
    this(problem, fix, null);
  }

  /**
   * @param problem what is wrong, one line without a full stop
   * @param fix what the user can do, one line without a full stop
   * @param cause the failure behind it
   */
  public StartupException(String problem, String fix, Throwable cause) {
    super(problem + ". " + fix + ".", cause);
    this.problem = Objects.requireNonNull(problem, "problem");
    this.fix = Objects.requireNonNull(fix, "fix");
  }

  /** What is wrong. */
  public String problem() {
    return problem;
  }

  /** What to do about it. */
  public String fix() {
    return fix;
  }
}
