package io.flexhb.standalone.cli;

import io.flexhb.standalone.text.EscapedText;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Lines of values separated by commas, as RFC 4180 has them; the first line holds the names. */
final class Csv {
  private final PrintWriter out;

  Csv(PrintWriter out) {
    this.out = out;
  }

  /** One line; null is an empty cell. */
  void line(List<?> cells) {
    out.println(cells.stream().map(Csv::cell).collect(Collectors.joining(",")));
  }

  private static String cell(Object value) {
    String text = value == null ? "" : EscapedText.line(value.toString());
    return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n')
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
