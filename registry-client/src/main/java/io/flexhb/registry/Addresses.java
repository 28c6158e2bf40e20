package io.flexhb.registry;

import java.util.regex.Pattern;

/** Addresses in a form that may be shown. */
public final class Addresses {

  /** The replacement of a secret. */
  public static final String HIDDEN = "[hidden]";

  /**
   * Everything up to the last {@code @} of each URL, even of a malformed one: an unescaped slash or
   * a missing scheme must not reveal a password.
   */
  private static final Pattern USER = Pattern.compile("(?s)(^|//)(?:(?!//).)*@");

  private Addresses() {}

  /** The text with user and password hidden in each URL. */
  public static String withoutUser(String text) {
    return USER.matcher(text).replaceAll("$1" + HIDDEN + "@");
  }
}
