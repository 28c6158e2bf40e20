package io.flexhb.emitter.agent.output;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The script's name for the counter of its resource. A plural never matches: {@code epochs=27} is
 * the total.
 */
public final class CounterName {

  private static final Map<String, List<String>> SYNONYMS =
      Map.of(
          "epoch", List.of("epoch"),
          "iteration", List.of("iteration", "iter"),
          "step", List.of("step", "global_step"),
          "round", List.of("round", "iteration", "iter"),
          "tree", List.of("tree", "iteration", "iter"));

  private static final List<String> USUAL = List.of("epoch", "iteration", "iter", "round");

  private final Set<String> names;

  private CounterName(List<String> names) {
    this.names = new LinkedHashSet<>(names);
  }

  /** Exactly that name, ignoring case. */
  public static CounterName named(String name) {
    return new CounterName(List.of(name.toLowerCase(Locale.ROOT)));
  }

  /** The names that a study's unit suggests: {@code epochs} are counted by {@code epoch}. */
  public static CounterName ofUnit(String unit) {
    String lower = unit.toLowerCase(Locale.ROOT);
    String singular =
        lower.length() > 1 && lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
    if (singular.equals("unit")) {
      return new CounterName(USUAL);
    }
    return new CounterName(SYNONYMS.getOrDefault(singular, List.of(singular)));
  }

  /** Whether the name is the counter's. */
  boolean is(String name) {
    return names.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether one of the names occurs in the line, possibly as part of another word. */
  boolean isIn(String line) {
    for (String name : names) {
      for (int at = 0; at + name.length() <= line.length(); at++) {
        if (line.regionMatches(true, at, name, 0, name.length())) {
          return true;
        }
      }
    }
    return false;
  }

  /** A regular expression of the names. */
  String pattern() {
    return names.stream().map(Pattern::quote).collect(Collectors.joining("|", "(?i:", ")"));
  }

  @Override
  public String toString() {
    return String.join(" or ", names);
  }
}
