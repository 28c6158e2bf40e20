package io.flexhb.standalone.view;

import io.flexhb.standalone.EscapedText;
import java.io.PrintStream;
import java.util.List;

/**
 * A block of lines that is drawn over itself on a terminal. Where there is no terminal nothing is
 * ever redrawn and no escape code is sent. Not thread-safe.
 */
public final class Screen {

  private static final String UP_AND_CLEAR = "\u001b[%dA\u001b[J";
  private static final int DEFAULT_COLUMNS = 120;

  private final PrintStream out;
  private final boolean terminal;
  private final int columns;
  private int drawn;

  public Screen(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
    this.columns = columns();
  }

  private static int columns() {
    try {
      return Integer.parseInt(System.getenv().getOrDefault("COLUMNS", ""));
    } catch (NumberFormatException unset) {
      return DEFAULT_COLUMNS;
    }
  }

  public boolean isTerminal() {
    return terminal;
  }

  /** Replaces the block drawn before. */
  public void draw(List<String> lines) {
    if (!terminal) {
      return;
    }
    StringBuilder text = new StringBuilder();
    if (drawn > 0) {
      text.append(UP_AND_CLEAR.formatted(drawn));
    }
    for (String raw : lines) {
      String line = EscapedText.line(raw);
      // A line that wraps would make the block higher than we know.
      text.append(line, 0, Math.min(line.length(), columns - 1)).append('\n');
    }
    out.print(text);
    out.flush();
    drawn = lines.size();
  }

  /** A line that stays, above whatever is drawn next. */
  public void print(String line) {
    if (terminal && drawn > 0) {
      out.print(UP_AND_CLEAR.formatted(drawn));
      drawn = 0;
    }
    out.println(EscapedText.line(line));
    out.flush();
  }
}
