package io.flexhb.standalone.text;

/**
 * Text that is safe to show on a terminal and in a log. Names, keys and messages come from anyone
 * who can write to the topics. A line break could forge a line, an escape sequence could control
 * the terminal, and a directional mark could disguise the text. Each such character is shown as its
 * escape instead.
 */
public final class EscapedText {

  private EscapedText() {}

  /** The text as a part of one line. */
  public static String line(String text) {
    return escaped(text, false);
  }

  /** FlexHB's own text in several lines; line breaks and tabs are kept. */
  public static String lines(String text) {
    return escaped(text, true);
  }

  private static String escaped(String text, boolean keepLines) {
    int first = 0;
    while (first < text.length() && isHarmless(text.charAt(first), keepLines)) {
      first++;
    }
    if (first == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, first);
    for (int i = first; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isHarmless(c, keepLines)) {
        escaped.append(c);
      } else {
        append(escaped, c);
      }
    }
    return escaped.toString();
  }

  private static boolean isHarmless(char c, boolean keepLines) {
    if (c < ' ') {
      return keepLines && (c == '\n' || c == '\t');
    }
    if (c < 0x7F) {
      return true;
    }
    int type = Character.getType(c);
    return type != Character.CONTROL
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR
        && !isDirection(c);
  }

  /** Directional marks, embeddings, overrides and isolates. */
  private static boolean isDirection(char c) {
    return c == 0x061C
        || c == 0x200E
        || c == 0x200F
        || c >= 0x202A && c <= 0x202E
        || c >= 0x2066 && c <= 0x2069;
  }

  private static void append(StringBuilder out, char c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> out.append(String.format("\\u%04x", (int) c));
    }
  }
}
