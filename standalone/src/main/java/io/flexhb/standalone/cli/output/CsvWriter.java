package io.flexhb.standalone.cli.output;

import io.flexhb.standalone.text.EscapedText;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Writes comma-separated values (RFC 4180); the first line holds the names. */
public final class CsvWriter {
  private final PrintWriter out;

  /**
   * @param out where the lines go; it is not closed
   */
  public CsvWriter(PrintWriter out) {
    this.out = out;
  }

  /** Writes one line; null is an empty cell. */
  public void line(List<?> cells) {
    out.println(cells.stream().map(CsvWriter::cell).collect(Collectors.joining(",")));
  }

  private static String cell(Object value) {
    String text = value == null ? "" : EscapedText.line(value.toString());
    return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n')
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
