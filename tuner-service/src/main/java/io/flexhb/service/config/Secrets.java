package io.flexhb.service.config;

import io.flexhb.registry.Addresses;
import java.util.Locale;
import java.util.regex.Pattern;

/** Hides the values of secret settings. */
final class Secrets {

  private static final Pattern SECRET_KEY =
      Pattern.compile(
          ".*(password|passphrase|secret|token|jaas|credential|user\\.info|keystore\\.key"
              + "|certificate\\.chain|private\\.key|api\\.key).*");

  private Secrets() {}

  /** The value, masked when it is secret. */
  static String shown(String key, String value) {
    return SECRET_KEY.matcher(key.toLowerCase(Locale.ROOT)).matches()
        ? Addresses.HIDDEN
        : Addresses.withoutUser(value);
  }
}
