package io.flexhb.core.study;

import java.util.Locale;

/** Sentences for people that are the same in every JVM: decisions contain them. */
final class Text {

  private Text() {}

  /** As {@link String#format}, with the digits of no particular language. */
  static String of(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
