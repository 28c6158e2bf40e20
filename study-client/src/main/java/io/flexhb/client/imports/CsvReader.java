package io.flexhb.client.imports;

import io.flexhb.client.InvalidRequestException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads comma-separated values in the format of RFC 4180. */
final class CsvReader {
  /** Most characters of a quoted value; names and values of a study are not longer. */
  private static final int MOST_CHARACTERS = 10_000;

  private final BufferedReader in;
  private int line;

  CsvReader(BufferedReader in) {
    this.in = in;
  }

  /**
   * One record.
   *
   * @param line number of its first line, from 1
   */
  record Cells(int line, List<String> values) {}

  /**
   * The next record, skipping blank lines; empty at the end.
   *
   * @throws InvalidRequestException when a quoted value does not end
   */
  Optional<Cells> next() throws IOException {
    for (String text = read(); text != null; text = read()) {
      if (!text.isBlank()) {
        return Optional.of(new Cells(line, cells(text, line)));
      }
    }
    return Optional.empty();
  }

  private String read() throws IOException {
    String text = in.readLine();
    line++;
    return text;
  }

  private List<String> cells(String first, int begin) throws IOException {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    String text = first;
    boolean quoted = false;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length()) {
        if (!quoted) {
          break;
        }
        text = read();
        if (text == null || cell.length() > MOST_CHARACTERS) {
          throw new InvalidRequestException(
              "line " + begin + ": a value in quotes does not end; close it with \"");
        }
        cell.append('\n');
        i = -1;
        continue;
      }
      char c = text.charAt(i);
      if (quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
        cell.append('"');
        i++;
      } else if (c == '"' && (quoted || cell.toString().isBlank())) {
        quoted = !quoted;
        cell.setLength(quoted ? 0 : cell.length());
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }
}
