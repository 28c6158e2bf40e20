package io.flexhb.emitter.agent.output;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Comma-separated values, also with semicolons or tabs: a header of names, including the counter or
 * the objective, then rows. Not thread-safe.
 */
final class CsvLines implements LinePattern {

  private static final char[] SEPARATORS = {',', ';', '\t'};

  private final CounterName counter;
  private final String objective;
  private List<String> columns = List.of();
  private char separator;

  CsvLines(CounterName counter, String objective) {
    this.counter = counter;
    this.objective = objective;
  }

  @Override
  public boolean read(String line, LineReadings into) {
    return row(line, into) || head(line);
  }

  private boolean head(String line) {
    for (char candidate : SEPARATORS) {
      if (line.indexOf(candidate) < 0) {
        continue;
      }
      List<String> cells = cells(line, candidate);
      boolean named = cells.stream().allMatch(cell -> NumberText.parse(cell).isEmpty());
      if (named && cells.stream().anyMatch(c -> counter.is(c) || c.equals(objective))) {
        columns = cells;
        separator = candidate;
        return true;
      }
    }
    return false;
  }

  private boolean row(String line, LineReadings into) {
    if (columns.isEmpty() || line.indexOf(separator) < 0) {
      return false;
    }
    List<String> cells = cells(line, separator);
    if (cells.size() != columns.size()) {
      return false;
    }
    boolean found = false;
    for (int i = 0; i < cells.size(); i++) {
      OptionalDouble number = NumberText.parse(cells.get(i));
      if (number.isPresent()) {
        found = true;
        if (counter.is(columns.get(i))) {
          into.counter(number.getAsDouble());
        } else {
          into.value(columns.get(i), number.getAsDouble());
        }
      }
    }
    return found;
  }

  private static List<String> cells(String line, char separator) {
    List<String> cells = new ArrayList<>();
    int from = 0;
    for (int at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, from)) {
      cells.add(cell(line.substring(from, at)));
      from = at + 1;
    }
    cells.add(cell(line.substring(from)));
    return cells;
  }

  private static String cell(String text) {
    String stripped = text.strip();
    boolean quoted = stripped.length() > 1 && stripped.startsWith("\"") && stripped.endsWith("\"");
    return quoted ? stripped.substring(1, stripped.length() - 1) : stripped;
  }
}
