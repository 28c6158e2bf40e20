package io.flexhb.standalone.cli.base;

/** The exit codes of all commands. Scripts rely on them, so their meaning never changes. */
public final class ExitCode {

  /** The command succeeded, or the answer is yes. */
  public static final int OK = 0;

  /** The answer is no: not found, refused by the tuner, a replay that differs. */
  public static final int NO = 1;

  /** The command line or an input file is wrong; nothing was done. */
  public static final int BAD_INPUT = 2;

  /** Broker, registry, tuner, file system or network does not work. */
  public static final int ENVIRONMENT = 3;

  private ExitCode() {}
}
