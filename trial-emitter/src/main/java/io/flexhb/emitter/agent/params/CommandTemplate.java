package io.flexhb.emitter.agent.params;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a command line, with placeholders. Each word stays one word, whatever the value.
 *
 * <ul>
 *   <li>{@code {lr}} is the value of {@code lr}. A word with a placeholder without a value is
 *       omitted. If the word is only the placeholder, the flag before it is omitted too: {@code
 *       --momentum {momentum}}.
 *   <li>{@code {nesterov?--nesterov}} is {@code --nesterov} when {@code nesterov} is true, and is
 *       omitted otherwise.
 *   <li>{@code {{lr}}} is {@code {lr}} itself.
 * </ul>
 */
public final class CommandTemplate {

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{\\{([^{}]*)\\}\\}|\\{([^{}\\s\"',:?]+)(?:\\?([^{}]*))?\\}");

  private final List<String> words;
  private final boolean literal;

  /** Words taken literally, without placeholders. */
  public static CommandTemplate literal(List<String> words) {
    return new CommandTemplate(words, true);
  }

  private CommandTemplate(List<String> words, boolean literal) {
    this.words = List.copyOf(words);
    this.literal = literal;
  }

  /**
   * Words with placeholders.
   *
   * @throws IllegalArgumentException when there are no words
   */
  public CommandTemplate(List<String> words) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException(
          "no command: give it after --, as in  -- python train.py --lr {lr}");
    }
    this.words = List.copyOf(words);
    this.literal = false;
  }

  /** Names of all placeholders. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    if (literal) {
      return names;
    }
    for (String word : words) {
      Matcher placeholder = PLACEHOLDER.matcher(word);
      while (placeholder.find()) {
        if (placeholder.group(2) != null) {
          names.add(placeholder.group(2));
        }
      }
    }
    return names;
  }

  /**
   * Checks that each placeholder can have a value.
   *
   * @throws IllegalArgumentException naming those that cannot, and the known names
   */
  public void check(Set<String> known) {
    Set<String> unknown = new TreeSet<>(names());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "the command has placeholders "
              + unknown
              + " that are not known; known are "
              + new TreeSet<>(known)
              + ". Write {{name}} for a literal word in braces");
    }
  }

  /** The words with values filled in; a name without a value is not active. */
  public List<String> render(Map<String, String> values) {
    if (literal) {
      return words;
    }
    List<String> rendered = new ArrayList<>();
    boolean flagBefore = false;
    for (String word : words) {
      Optional<String> full = render(word, values);
      if (full.isPresent()) {
        rendered.add(full.get());
        flagBefore = word.startsWith("-") && word.length() > 1 && !hasPlaceholder(word);
      } else {
        if (flagBefore && isPlaceholder(word)) {
          rendered.remove(rendered.size() - 1);
        }
        flagBefore = false;
      }
    }
    return rendered;
  }

  private static Optional<String> render(String word, Map<String, String> values) {
    StringBuilder full = new StringBuilder();
    Matcher placeholder = PLACEHOLDER.matcher(word);
    int from = 0;
    while (placeholder.find()) {
      full.append(word, from, placeholder.start());
      from = placeholder.end();
      if (placeholder.group(2) == null) {
        full.append('{').append(placeholder.group(1)).append('}');
        continue;
      }
      String value = values.get(placeholder.group(2));
      String flag = placeholder.group(3);
      if (value == null || flag != null && !value.equals("true")) {
        return Optional.empty();
      }
      full.append(flag == null ? value : flag);
    }
    return Optional.of(full.append(word.substring(from)).toString());
  }

  private static boolean hasPlaceholder(String word) {
    return PLACEHOLDER.matcher(word).find();
  }

  private static boolean isPlaceholder(String word) {
    Matcher placeholder = PLACEHOLDER.matcher(word);
    return placeholder.matches() && placeholder.group(2) != null && placeholder.group(3) == null;
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
