package io.flexhb.service.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** Which settings are shown to nobody. */
public final class Secrets {

  private static final String HIDDEN = "[hidden]";

  private static final Pattern SECRET_KEY =
      Pattern.compile(
          ".*(password|passphrase|secret|token|jaas|credential|user\\.info|keystore\\.key"
              + "|certificate\\.chain|private\\.key|api\\.key).*");

  /**
   * Up to the last {@code @} of each url, and of what should have been one: an unescaped slash or a
   * forgotten beginning must not show a password.
   */
  private static final Pattern USER_IN_URL = Pattern.compile("(?s)(^|//)(?:(?!//).)*@");

  private Secrets() {}

  /** The value as it may be shown. */
  static String shown(String key, String value) {
    return SECRET_KEY.matcher(key.toLowerCase(Locale.ROOT)).matches() ? HIDDEN : withoutUser(value);
  }

  /** A text with user and password of each url in it hidden. */
  public static String withoutUser(String text) {
    return USER_IN_URL.matcher(text).replaceAll("$1" + HIDDEN + "@");
  }
}
