package io.flexhb.standalone.cli.base;

/** Ends a command with a message of one or more lines for the user, and an exit code. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandFailure(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** The answer is no. */
  public static CommandFailure no(String message) {
    return new CommandFailure(ExitCode.NO, message, null);
  }

  /** The user's input is invalid. */
  public static CommandFailure badInput(String message) {
    return new CommandFailure(ExitCode.BAD_INPUT, message, null);
  }

  /** Something outside the command does not work. */
  public static CommandFailure environment(String message, Throwable cause) {
    return new CommandFailure(ExitCode.ENVIRONMENT, message, cause);
  }

  /** One of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
