package io.flexhb.registry;

import java.util.regex.Pattern;

/** Addresses as people may see them. */
public final class Addresses {

  /** What stands where a secret was. */
  public static final String HIDDEN = "[hidden]";

  /**
   * Up to the last {@code @} of each url, and of what should have been one: an unescaped slash or a
   * forgotten beginning must not show a password.
   */
  private static final Pattern USER = Pattern.compile("(?s)(^|//)(?:(?!//).)*@");

  private Addresses() {}

  /** A text with user and password of each url in it hidden. */
  public static String withoutUser(String text) {
    return USER.matcher(text).replaceAll("$1" + HIDDEN + "@");
  }
}
