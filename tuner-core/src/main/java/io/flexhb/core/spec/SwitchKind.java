package io.flexhb.core.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The values of a switch, and their canonical text. */
sealed interface SwitchKind {

  /** The canonical text of the value under a key, or a problem. */
  Optional<String> read(Section section, String key, Object value);

  /** The value for a tree from which {@link #read} gets the same text. */
  Object toTree(String text);

  /** One of several words. */
  record Words(List<String> words) implements SwitchKind {
    static Words of(String... words) {
      return new Words(List.of(words));
    }

    @Override
    public Optional<String> read(Section section, String key, Object value) {
      return section.word(key, words);
    }

    @Override
    public Object toTree(String text) {
      return text;
    }
  }

  /** A whole number. */
  record Whole(long min, long max) implements SwitchKind {
    @Override
    public Optional<String> read(Section section, String key, Object value) {
      OptionalLong number = section.whole(key, value, min, max);
      return number.isPresent() ? Optional.of(Long.toString(number.getAsLong())) : Optional.empty();
    }

    @Override
    public Object toTree(String text) {
      return Long.valueOf(text);
    }
  }

  /** A number. */
  record Real(double min, double max) implements SwitchKind {
    @Override
    public Optional<String> read(Section section, String key, Object value) {
      OptionalDouble number = section.number(key, value);
      if (number.isEmpty()) {
        return Optional.empty();
      }
      if (number.getAsDouble() < min || number.getAsDouble() > max) {
        section.problem(key, "must be from " + min + " to " + max + ", was " + value);
        return Optional.empty();
      }
      return Optional.of(Double.toString(number.getAsDouble() + 0.0));
    }

    @Override
    public Object toTree(String text) {
      return Double.valueOf(text);
    }
  }

  /** A list. */
  record ListOf(SwitchKind element) implements SwitchKind {
    @Override
    public Optional<String> read(Section section, String key, Object value) {
      Optional<List<?>> given = section.list(key);
      if (given.isEmpty()) {
        return Optional.empty();
      }
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < given.get().size(); i++) {
        element.read(section, key + "[" + i + "]", given.get().get(i)).ifPresent(texts::add);
      }
      if (given.get().isEmpty()) {
        section.problem(key, "is an empty list; list at least one value");
      }
      return texts.isEmpty() || texts.size() < given.get().size()
          ? Optional.empty()
          : Optional.of(String.join(",", texts));
    }

    @Override
    public Object toTree(String text) {
      return elements(text).stream().map(element::toTree).collect(Collectors.toList());
    }

    static List<String> elements(String text) {
      return Arrays.asList(text.split(","));
    }
  }

  /** A word or a list. */
  record WordsOrList(Words words, ListOf list) implements SwitchKind {
    @Override
    public Optional<String> read(Section section, String key, Object value) {
      return (value instanceof List ? list : words).read(section, key, value);
    }

    @Override
    public Object toTree(String text) {
      return words.words().contains(text) ? text : list.toTree(text);
    }
  }
}
