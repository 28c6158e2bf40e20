package io.flexhb.core.space;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A value that is not a single number, string or boolean: null, or a list of such values and lists.
 * Two are equal when their canonical JSON texts are; immutable.
 */
public final class JsonText {
  private static final String NULL = "null";

  private final Object tree;
  private final String text;

  private JsonText(Object tree, String text) {
    this.tree = tree;
    this.text = text;
  }

  /** Whether a value from a YAML or JSON reader is held in this form. */
  public static boolean isFor(Object value) {
    return value == null || value instanceof List<?>;
  }

  /**
   * The text of null or a list.
   *
   * @throws IllegalArgumentException for any other value, and for content that is not supported: a
   *     map, or a number that is not finite
   */
  public static JsonText of(Object value) {
    if (!isFor(value)) {
      throw new IllegalArgumentException("must be null or a list, was " + value);
    }
    StringBuilder text = new StringBuilder();
    append(text, value);
    return new JsonText(copy(value), text.toString());
  }

  /** Null, or a list of text, Long, Double, Boolean, null and lists; unmodifiable. */
  public Object toTree() {
    return tree;
  }

  /** The JSON text. */
  public String text() {
    return text;
  }

  boolean isNull() {
    return text.equals(NULL);
  }

  private static Object copy(Object value) {
    if (!(value instanceof List<?> list)) {
      return value == null ? null : Values.normalised(value);
    }
    List<Object> copy = new ArrayList<>(); // which may hold null
    list.forEach(element -> copy.add(copy(element)));
    return Collections.unmodifiableList(copy);
  }

  private static void append(StringBuilder text, Object value) {
    if (value == null) {
      text.append(NULL);
    } else if (value instanceof List<?> list) {
      text.append('[');
      String separator = "";
      for (Object element : list) {
        text.append(separator);
        append(text, element);
        separator = ",";
      }
      text.append(']');
    } else if (value instanceof String string) {
      quote(text, string);
    } else if (value instanceof Boolean) {
      text.append(value);
    } else if (Values.normalised(value) instanceof Long whole) {
      text.append(whole);
    } else if (Values.normalised(value) instanceof Double number && Double.isFinite(number)) {
      text.append(Values.digits(number));
    } else {
      throw new IllegalArgumentException(
          "a list may hold text, finite numbers, true, false, null and lists, not " + value);
    }
  }

  private static void quote(StringBuilder text, String string) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append("\\u00").append(Character.forDigit(c >> 4, 16));
        text.append(Character.forDigit(c & 15, 16));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonText that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
