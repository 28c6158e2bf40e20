package io.flexhb.emitter.agent.output;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * A table: a header of names, the first of which is the counter, then rows of numbers, as
 * scikit-learn's gradient boosting prints them.
 *
 * <pre>
 *       Iter       Train Loss   Remaining Time
 *          1           1.2613            0.51s
 * </pre>
 *
 * A space within a name becomes an underscore. Not thread-safe.
 */
final class TableLines implements LinePattern {

  private static final Pattern GAP = Pattern.compile("\\s{2,}|\\s*[|\\t]\\s*");
  private static final Pattern BLANK = Pattern.compile("\\s+");
  private static final Pattern NO_NUMBER = Pattern.compile("\\D+");

  private final CounterName counter;
  private List<String> columns = List.of();

  TableLines(CounterName counter) {
    this.counter = counter;
  }

  @Override
  public boolean read(String line, LineReadings into) {
    String trimmed = line.strip();
    if (trimmed.isEmpty()) {
      return false;
    }
    return head(trimmed) || row(trimmed, into);
  }

  private boolean head(String line) {
    if (!Character.isLetter(line.charAt(0)) || !NO_NUMBER.matcher(line).matches()) {
      return false;
    }
    String[] cells = GAP.split(line);
    if (cells.length < 2 || !counter.is(cells[0])) {
      return false;
    }
    columns = new ArrayList<>();
    for (String cell : cells) {
      columns.add(BLANK.matcher(cell).replaceAll("_"));
    }
    return true;
  }

  private boolean row(String line, LineReadings into) {
    if (columns.isEmpty() || !Character.isDigit(line.charAt(0))) {
      return false;
    }
    String[] cells = BLANK.split(line.replace('|', ' ').strip());
    if (cells.length != columns.size()) {
      return false;
    }
    OptionalDouble count = NumberText.parse(cells[0]);
    if (count.isEmpty()) {
      return false;
    }
    into.counter(count.getAsDouble());
    for (int i = 1; i < cells.length; i++) {
      // A time with its unit, for example, is not a metric.
      String name = columns.get(i);
      NumberText.parse(cells[i]).ifPresent(value -> into.value(name, value));
    }
    return true;
  }
}
