package io.flexhb.standalone.cli.base;

/** What a command ends with. Scripts rely on these: they never change their meaning. */
public final class ExitCode {

  /** Done, or the answer is yes. */
  public static final int OK = 0;

  /** The answer is no: not found, refused by the tuner, a replay that differs. */
  public static final int NO = 1;

  /** The command line or an input file is wrong; nothing was done. */
  public static final int BAD_INPUT = 2;

  /** Broker, registry, tuner, file system or network do not do their part. */
  public static final int ENVIRONMENT = 3;

  private ExitCode() {}
}
