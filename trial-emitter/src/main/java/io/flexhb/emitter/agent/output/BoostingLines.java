package io.flexhb.emitter.agent.output;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * XGBoost, {@code [12] validation-error:0.13}, and LightGBM, {@code [12] valid_0's auc: 0.9}, whose
 * metric is called {@code valid_0.auc} here.
 */
final class BoostingLines implements LinePattern {

  private static final Pattern ROUND = Pattern.compile("^(?:\\[\\w+\\]\\s*)?\\[(\\d+)\\]\\s+(.*)$");

  private static final Pattern VALUE =
      Pattern.compile(
          "([A-Za-z_][^\\s:']*)(?:'s ([^\\s:]+))?\\s*:\\s*("
              + NumberText.PATTERN
              + ")(?:\\s*\\+\\s*"
              + NumberText.PATTERN
              + ")?(?=\\s|$)");

  @Override
  public boolean read(String line, LineReadings into) {
    if (!line.startsWith("[")) {
      return false;
    }
    Matcher round = ROUND.matcher(line);
    if (!round.matches()) {
      return false;
    }
    Matcher value = VALUE.matcher(round.group(2));
    boolean found = false;
    while (value.find()) {
      String name = value.group(2) == null ? value.group(1) : value.group(1) + "." + value.group(2);
      into.value(name, NumberText.parse(value.group(3)).orElseThrow());
      found = true;
    }
    if (found) {
      into.counter(Long.parseLong(round.group(1)));
    }
    return found;
  }
}
