package io.flexhb.emitter.agent.output;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A user's own regular expression. Its group {@code resource} is the counter; {@code name} and
 * {@code value} are those of a metric; any other named group holds the value of the metric of that
 * name. All matches anywhere in a line count.
 */
final class RegexLines implements LinePattern {

  private static final Pattern GROUP = Pattern.compile("\\(\\?<([A-Za-z][A-Za-z0-9]*)>");
  private static final String RESOURCE = "resource";
  private static final String NAME = "name";
  private static final String VALUE = "value";

  private final Pattern pattern;
  private final List<String> groups = new ArrayList<>();

  /**
   * Compiles the expression.
   *
   * @throws IllegalArgumentException when it is not valid, or has no named group
   */
  RegexLines(String expression) {
    try {
      this.pattern = Pattern.compile(expression);
    } catch (PatternSyntaxException wrong) {
      throw new IllegalArgumentException(
          "pattern '"
              + expression
              + "' is not a valid regular expression: "
              + wrong.getDescription());
    }
    Matcher names = GROUP.matcher(expression);
    while (names.find()) {
      groups.add(names.group(1));
    }
    if (groups.isEmpty() || groups.contains(NAME) != groups.contains(VALUE)) {
      throw new IllegalArgumentException(
          "pattern '"
              + expression
              + "' has no named groups: name them (?<resource>...) and (?<loss>...) after a"
              + " metric, or (?<name>...) together with (?<value>...)");
    }
  }

  @Override
  public boolean read(String line, LineReadings into) {
    boolean found = false;
    Matcher match = pattern.matcher(line);
    while (match.find()) {
      found = true;
      for (String group : groups) {
        take(match, group, into);
      }
    }
    return found;
  }

  private static void take(Matcher match, String group, LineReadings into) {
    String text = match.group(group);
    if (text == null || group.equals(NAME)) {
      return;
    }
    NumberText.parse(text.strip())
        .ifPresent(
            number -> {
              switch (group) {
                case RESOURCE -> into.counter(number);
                case VALUE -> {
                  String name = match.group(NAME);
                  if (name != null) {
                    into.value(name.strip(), number);
                  }
                }
                default -> into.value(group, number);
              }
            });
  }
}
