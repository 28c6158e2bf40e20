package io.flexhb.core.study.message;

/** Sentences that are the same in every JVM, because decisions contain them. */
public final class Text {

  private static final int ARGUMENT_LENGTH = 12;

  private Text() {}

  /**
   * The format with each {@code %d} and {@code %s} replaced by the next argument, as {@link
   * String#format} does with the root locale, at a tenth of its cost: every decision has a few of
   * these.
   *
   * @throws IllegalArgumentException when the format has another specifier, or not as many as there
   *     are arguments
   */
  public static String of(String format, Object... arguments) {
    StringBuilder text = new StringBuilder(format.length() + ARGUMENT_LENGTH * arguments.length);
    int from = 0;
    int next = 0;
    for (int at = format.indexOf('%'); at >= 0; at = format.indexOf('%', from)) {
      char kind = at + 1 < format.length() ? format.charAt(at + 1) : '%';
      if (kind != 'd' && kind != 's' || next == arguments.length) {
        throw new IllegalArgumentException(
            "'" + format + "' is not a format for " + arguments.length + " argument(s)");
      }
      text.append(format, from, at).append(arguments[next++]);
      from = at + 2;
    }
    if (next != arguments.length) {
      throw new IllegalArgumentException(
          "'" + format + "' has no place for " + arguments.length + " argument(s)");
    }
    return text.append(format, from, format.length()).toString();
  }
}
