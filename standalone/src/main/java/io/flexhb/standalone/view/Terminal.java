package io.flexhb.standalone.view;

import java.util.Map;
import java.util.function.IntSupplier;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The properties of the terminal that output goes to, if any. */
public final class Terminal {

  private static final int NARROWEST = 20;

  private final boolean there;
  private final boolean colour;
  private final int columns;

  private Terminal(boolean there, boolean colour, int columns) {
    this.there = there;
    this.colour = colour;
    this.columns = Math.max(NARROWEST, columns);
  }

  /** No terminal: a file, a pipe, a log. */
  public static Terminal none() {
    return new Terminal(false, false, Integer.MAX_VALUE);
  }

  /** The terminal of this process; picocli asks the system for its width. */
  public static Terminal ofThisProcess() {
    return of(System.getenv(), () -> new UsageMessageSpec().autoWidth(true).width());
  }

  /**
   * A terminal described by environment variables.
   *
   * @param measured its width, used only when COLUMNS does not give it
   */
  static Terminal of(Map<String, String> environment, IntSupplier measured) {
    boolean colour =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(true, colour, columns(environment.get("COLUMNS"), measured));
  }

  private static int columns(String variable, IntSupplier measured) {
    if (variable != null && variable.matches("[1-9][0-9]{0,4}")) {
      return Integer.parseInt(variable);
    }
    return measured.getAsInt();
  }

  boolean isThere() {
    return there;
  }

  boolean hasColour() {
    return colour;
  }

  int columns() {
    return columns;
  }
}
