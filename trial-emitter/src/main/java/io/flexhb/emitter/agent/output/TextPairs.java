package io.flexhb.emitter.agent.output;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names and numbers anywhere in a line, as most scripts print them: {@code Epoch 3/27 loss=0.12
 * val_acc: 0.98}, {@code Iteration 4, loss = 0.31}, {@code Epoch 2: 100%|###| 45/45 [00:01<00:00,
 * loss=0.1]}. A word before the name belongs to it when it says which data: {@code val loss: 0.3}
 * is {@code val_loss}. Names that are asked for are also found before a number without a sign in
 * between: {@code Acc@1 60.2}.
 */
final class TextPairs implements LinePattern {

  private static final Set<String> WHICH_DATA =
      Set.of("train", "training", "val", "valid", "validation", "test", "eval", "dev");

  /** Letters of a name; what stands in brackets may hold what would end it. */
  private static final String NAME = "[A-Za-z_](?:[\\w./@%*-]|\\[[^\\]\\s]*\\])*";

  private static final Pattern PAIR =
      Pattern.compile(
          "(?:("
              + NAME
              + ")\\s+)?['\"]?("
              + NAME
              + ")['\"]?(?:\\([^)]*\\))?\\s*[=:]\\s*('|\"|\\[|\\()?("
              + NumberText.PATTERN
              + ")(?![\\w.])");

  private final Pattern count;
  private final Pattern asked;
  private final CounterName counter;

  /**
   * Reads all pairs.
   *
   * @param asked names that are also found without a sign before their number
   */
  TextPairs(CounterName counter, Set<String> asked) {
    this.counter = counter;
    this.count =
        Pattern.compile(
            "(?<![\\w-])"
                + counter.pattern()
                + "['\"]?\\s*[:=#]?\\s*[\\[(]?\\s*("
                + NumberText.PATTERN
                + ")(?![\\w.])");
    StringBuilder names = new StringBuilder();
    for (String name : asked) {
      names
          .append(names.length() == 0 ? "" : "|")
          .append(Pattern.quote(name).replace("_", "\\E[_ ]\\Q"));
    }
    this.asked =
        Pattern.compile("(?<![\\w./@-])(" + names + ")\\s+(" + NumberText.PATTERN + ")(?![\\w.])");
  }

  @Override
  public boolean read(String line, Readings into) {
    if (!hasDigitOrWord(line)) {
      return false;
    }
    Matcher spaced = asked.matcher(line);
    while (spaced.find()) {
      OptionalDouble number = NumberText.parse(spaced.group(2));
      into.value(spaced.group(1).replace(' ', '_'), number.orElseThrow());
    }
    Matcher pair = PAIR.matcher(line);
    for (int from = 0; pair.find(from); from = pair.end()) {
      pair(pair, into);
    }
    Matcher counted = count.matcher(line);
    if (counted.find()) {
      into.counter(NumberText.parse(counted.group(1)).orElseThrow());
    }
    return !into.isEmpty();
  }

  private void pair(Matcher pair, Readings into) {
    String name = pair.group(2);
    if (counter.is(name)) {
      return;
    }
    String before = pair.group(1);
    boolean qualified = before != null && WHICH_DATA.contains(before.toLowerCase(Locale.ROOT));
    into.value(
        qualified ? before + "_" + name : name, NumberText.parse(pair.group(4)).orElseThrow());
  }

  /** Most lines of most logs end here. */
  private static boolean hasDigitOrWord(String line) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c >= '0' && c <= '9' || c == '=' || c == ':') {
        return true;
      }
    }
    return false;
  }
}
