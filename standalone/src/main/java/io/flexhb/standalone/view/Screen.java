package io.flexhb.standalone.view;

import io.flexhb.standalone.text.EscapedText;
import java.io.PrintStream;
import java.util.List;

/**
 * A block of lines that is redrawn in place on a terminal. Without a terminal nothing is redrawn
 * and no escape code is sent. Not thread-safe.
 */
public final class Screen {

  private static final String UP_AND_CLEAR = "\u001b[%dA\u001b[J";
  private static final String PLAIN = "\u001b[0m";

  /** The last character of a line that was cut. */
  static final char CUT = '…';

  private final PrintStream out;
  private final Terminal terminal;
  private int drawn;

  /** A screen on this stream. */
  public Screen(PrintStream out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  public boolean isTerminal() {
    return terminal.isThere();
  }

  /** The number of columns of a line. */
  public int columns() {
    return terminal.columns() - 1;
  }

  /** Replaces the block that was drawn before. */
  public void draw(List<StyledLine> lines) {
    if (!isTerminal()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    if (drawn > 0) {
      text.append(UP_AND_CLEAR.formatted(drawn));
    }
    for (StyledLine line : lines) {
      // A wrapped line would make the block higher than its number of lines.
      String shown = cut(EscapedText.line(line.text()), columns());
      boolean coloured = terminal.hasColour() && !line.tone().code().isEmpty();
      text.append(coloured ? line.tone().code() + shown + PLAIN : shown).append('\n');
    }
    out.print(text);
    out.flush();
    drawn = lines.size();
  }

  /** Prints a permanent line above the next block. */
  public void print(String line) {
    if (isTerminal() && drawn > 0) {
      out.print(UP_AND_CLEAR.formatted(drawn));
      drawn = 0;
    }
    out.println(EscapedText.line(line));
    out.flush();
  }

  /** The text, or as much of it as fits, with a mark that it was cut. */
  static String cut(String text, int columns) {
    return text.length() <= columns ? text : text.substring(0, Math.max(0, columns - 1)) + CUT;
  }
}
