package io.flexhb.service.config;

import java.util.regex.Pattern;

/** Which settings are shown to nobody. */
final class Secrets {

  private static final String HIDDEN = "[hidden]";

  private static final Pattern SECRET_KEY =
      Pattern.compile(
          ".*(password|passphrase|secret|token|jaas|credential|user\\.info|keystore\\.key"
              + "|certificate\\.chain|private\\.key|api\\.key).*");

  private static final Pattern USER_IN_URL = Pattern.compile("//[^/@\\s]*@");

  private Secrets() {}

  /** The value as it may be shown. */
  static String shown(String key, String value) {
    if (SECRET_KEY.matcher(key.toLowerCase(java.util.Locale.ROOT)).matches()) {
      return HIDDEN;
    }
    return USER_IN_URL.matcher(value).replaceAll("//" + HIDDEN + "@");
  }
}
