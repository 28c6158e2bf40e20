package io.flexhb.standalone.cli;

import io.flexhb.standalone.text.EscapedText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns of text, aligned; no colours, no frames: plain lines for people and for grep. */
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... headings) {
    row((Object[]) headings);
  }

  Table row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      // Before it is measured: an escape is wider than what it stands for.
      row.add(EscapedText.line(String.valueOf(cell)));
    }
    rows.add(row);
    return this;
  }

  void print(PrintWriter out) {
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
