package io.flexhb.emitter.agent.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * One JSON object per line: {@code {"epoch": 3, "loss": 0.12, "val": {"acc": 0.98}}}. Names in
 * nested objects are joined with dots, {@code val.acc}; lists are ignored. Python dictionaries, in
 * single quotes, are accepted too.
 */
final class JsonLines implements LinePattern {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .build();

  private final CounterName counter;

  JsonLines(CounterName counter) {
    this.counter = counter;
  }

  @Override
  public boolean read(String line, LineReadings into) {
    int begin = 0;
    while (begin < line.length() && Character.isWhitespace(line.charAt(begin))) {
      begin++;
    }
    if (begin == line.length() || line.charAt(begin) != '{') {
      return false;
    }
    LineReadings whole = new LineReadings();
    try (JsonParser parser = JSON.createParser(line.substring(begin))) {
      read(parser, whole);
    } catch (IOException noJson) {
      return false;
    }
    whole.counter().ifPresent(into::counter);
    whole.values().forEach(into::value);
    return true;
  }

  private void read(JsonParser parser, LineReadings into) throws IOException {
    Deque<String> path = new ArrayDeque<>();
    parser.nextToken();
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      switch (token) {
        case START_OBJECT -> path.addLast(parser.currentName());
        case START_ARRAY -> parser.skipChildren();
        case END_OBJECT -> {
          if (path.isEmpty()) {
            return;
          }
          path.removeLast();
        }
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
            number(name(path, parser.currentName()), parser.getDoubleValue(), into);
        case VALUE_STRING -> {
          String name = name(path, parser.currentName());
          NumberText.parse(parser.getText()).ifPresent(value -> number(name, value, into));
        }
        default -> {
          // Strings, booleans and nulls are not metrics.
        }
      }
    }
    throw new IOException("cut short");
  }

  private void number(String name, double value, LineReadings into) {
    if (counter.is(name)) {
      into.counter(value);
    } else {
      into.value(name, value);
    }
  }

  private static String name(Iterable<String> path, String last) {
    StringBuilder name = new StringBuilder();
    for (Iterator<String> each = path.iterator(); each.hasNext(); ) {
      name.append(each.next()).append('.');
    }
    return name.append(last).toString();
  }
}
