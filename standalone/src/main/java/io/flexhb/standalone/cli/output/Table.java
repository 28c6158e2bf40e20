package io.flexhb.standalone.cli.output;

import io.flexhb.standalone.text.EscapedText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Aligned columns of text without colours or frames: plain lines for people and for grep. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  /** A table whose first row is the headings. */
  public Table(String... headings) {
    row((Object[]) headings);
  }

  /** Adds a row with as many cells as there are headings. */
  public Table row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      // Escaped before it is measured, because an escape is wider than its character.
      row.add(EscapedText.line(String.valueOf(cell)));
    }
    rows.add(row);
    return this;
  }

  /** Prints all rows; each column is as wide as its widest cell. */
  public void print(PrintWriter out) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns - 1; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      out.println(line.append(row.get(columns - 1)));
    }
  }
}
