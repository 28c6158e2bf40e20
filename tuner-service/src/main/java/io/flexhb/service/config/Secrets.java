package io.flexhb.service.config;

import java.util.List;
import java.util.Locale;

/** Keeps secrets out of whatever people see. */
final class Secrets {

  private static final List<String> MARKS =
      List.of("password", "secret", "jaas", "token", "credential", "user.info", "key.pem", ".key");

  private static final String REDACTED = "[hidden]";

  private Secrets() {}

  /** The value, or a mark in its place; user and password inside a URL are hidden too. */
  static String redact(String key, String value) {
    String name = key.toLowerCase(Locale.ROOT);
    if (MARKS.stream().anyMatch(name::contains)) {
      return REDACTED;
    }
    return value.replaceAll("//[^/@\\s]+@", "//" + REDACTED + "@");
  }
}
