package io.flexhb.core;

/**
 * How much of a long test runs: all of it where the environment variable {@code CI} is set, a part
 * elsewhere.
 */
public final class Tries {
  private static final boolean ALL = System.getenv("CI") != null;

  private Tries() {}

  public static int of(int all, int elsewhere) {
    return ALL ? all : elsewhere;
  }
}
