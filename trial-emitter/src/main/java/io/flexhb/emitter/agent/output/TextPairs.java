package io.flexhb.emitter.agent.output;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names and numbers anywhere in a line, as most scripts print them: {@code Epoch 3/27 loss=0.12
 * val_acc: 0.98}, {@code Iteration 4, loss = 0.31}, {@code Epoch 2: 100%|###| 45/45 [00:01<00:00,
 * loss=0.1]}. A word before the name belongs to it when it names the data set: {@code val loss:
 * 0.3} is {@code val_loss}. Requested names are also found directly before a number, without a
 * separator: {@code Acc@1 60.2}.
 *
 * <p>Every output line of every script passes through here, so regular expressions are tried only
 * where they may match.
 */
final class TextPairs implements LinePattern {

  private static final Set<String> WHICH_DATA =
      Set.of("train", "training", "val", "valid", "validation", "test", "eval", "dev");

  private static final String IN_NAMES = "_./@%*-";
  private static final int LONGEST_NUMBER = 40;

  private final CounterName counter;
  private final Pattern count;
  private final List<String> askedWords;
  private final Pattern asked;

  /**
   * Reads all pairs.
   *
   * @param asked names that are also found without a separator before their number
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
    this.askedWords = asked.stream().map(name -> name.split("_")[0]).toList();
  }

  @Override
  public boolean read(String line, LineReadings into) {
    if (askedWords.stream().anyMatch(line::contains)) {
      readRequested(line, into);
    }
    for (int at = 0; at < line.length(); at++) {
      char c = line.charAt(at);
      if (c == '=' || c == ':') {
        pair(line, at, into);
      }
    }
    if (counter.isIn(line)) {
      Matcher counted = count.matcher(line);
      if (counted.find()) {
        into.counter(NumberText.parse(counted.group(1)).orElseThrow());
      }
    }
    return !into.isEmpty();
  }

  private void readRequested(String line, LineReadings into) {
    Matcher spaced = asked.matcher(line);
    while (spaced.find()) {
      OptionalDouble number = NumberText.parse(spaced.group(2));
      into.value(spaced.group(1).replace(' ', '_'), number.orElseThrow());
    }
  }

  /** Reads the pair around a separator: a name before it, a number after it. */
  private void pair(String line, int sign, LineReadings into) {
    OptionalDouble number = numberFrom(line, sign + 1);
    if (number.isEmpty()) {
      return;
    }
    int end = endOfName(line, sign);
    int begin = beginOfName(line, end);
    if (begin == end || isInsideAName(line, begin)) {
      return;
    }
    String name = line.substring(begin, end);
    if (counter.is(name)) {
      return;
    }
    String before = wordBefore(line, begin);
    boolean isQualified = WHICH_DATA.contains(before.toLowerCase(Locale.ROOT));
    into.value(isQualified ? before + "_" + name : name, number.getAsDouble());
  }

  /**
   * Skips spaces and opening characters before a number; a token that continues like a word is not
   * one.
   */
  private static OptionalDouble numberFrom(String line, int from) {
    int begin = from;
    while (begin < line.length() && line.charAt(begin) == ' ') {
      begin++;
    }
    if (begin < line.length() && "'\"[(".indexOf(line.charAt(begin)) >= 0) {
      begin++;
    }
    int end = begin;
    while (end < line.length() && end - begin < LONGEST_NUMBER && isOfNumber(line, end)) {
      end++;
    }
    if (end > begin && line.charAt(end - 1) == '.') {
      // A period at the end of a sentence.
      end--;
    }
    return NumberText.parse(line.substring(begin, end));
  }

  private static boolean isOfNumber(String line, int at) {
    char c = line.charAt(at);
    boolean isExponentSign =
        (c == '-' || c == '+') && at > 0 && (line.charAt(at - 1) | 0x20) == 'e';
    boolean isSign = (c == '-' || c == '+') && !Character.isLetterOrDigit(line.charAt(at - 1));
    return isWord(c) || c == '.' || isExponentSign || isSign;
  }

  /**
   * The end of the name, before spaces, quotes and a remark in parentheses: {@code loss (avg):
   * 0.5}.
   */
  private static int endOfName(String line, int sign) {
    int end = sign;
    while (end > 0 && line.charAt(end - 1) == ' ') {
      end--;
    }
    if (end > 0 && line.charAt(end - 1) == ')') {
      int open = line.lastIndexOf('(', end - 1);
      end = open < 0 ? end : open;
      while (end > 0 && line.charAt(end - 1) == ' ') {
        end--;
      }
    }
    return end > 0 && (line.charAt(end - 1) == '\'' || line.charAt(end - 1) == '"') ? end - 1 : end;
  }

  /**
   * The start of the name, which is a letter or underscore. Brackets in a name may contain
   * characters that would otherwise end it.
   */
  private static int beginOfName(String line, int end) {
    int begin = end;
    while (begin > 0) {
      char c = line.charAt(begin - 1);
      int open = c == ']' ? line.lastIndexOf('[', begin - 1) : -1;
      if (open > 0 && !hasBlank(line, open, begin)) {
        begin = open;
      } else if (isWord(c) || IN_NAMES.indexOf(c) >= 0) {
        begin--;
      } else {
        break;
      }
    }
    while (begin < end && !Character.isLetter(line.charAt(begin)) && line.charAt(begin) != '_') {
      begin++;
    }
    return begin;
  }

  private static boolean isInsideAName(String line, int at) {
    return at > 1
        && line.charAt(at - 1) == '['
        && (isWord(line.charAt(at - 2)) || IN_NAMES.indexOf(line.charAt(at - 2)) >= 0);
  }

  private static boolean hasBlank(String line, int from, int until) {
    int blank = line.indexOf(' ', from);
    return blank >= 0 && blank < until;
  }

  private static String wordBefore(String line, int begin) {
    int end = begin;
    while (end > 0 && (line.charAt(end - 1) == ' ' || line.charAt(end - 1) == '\'')) {
      end--;
    }
    int first = end;
    while (first > 0 && isWord(line.charAt(first - 1))) {
      first--;
    }
    return end == begin ? "" : line.substring(first, end);
  }

  private static boolean isWord(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
  }
}
