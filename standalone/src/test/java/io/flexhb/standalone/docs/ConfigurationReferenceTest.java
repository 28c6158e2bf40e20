package io.flexhb.standalone.docs;

import io.flexhb.service.config.Setting;
import org.junit.jupiter.api.Test;

/** The reference of all settings, written by the settings themselves. */
class ConfigurationReferenceTest {

  private static final String HEAD =
      """
      # Settings

      Generated from the code: do not edit.

      `flexhb tuner -c FILE` reads them from a properties file, and all commands that speak to Kafka take the same file. An environment variable
      overrides the file, an option of the command line both. An unknown key that begins with `flexhb.` is refused, with all other problems at once.

      Keys that begin with `kafka.` go to every Kafka client as they are, without that beginning (`kafka.security.protocol`; as a variable
      `FLEXHB_KAFKA_SECURITY_PROTOCOL`); `kafka.consumer.`, `kafka.producer.` and `kafka.admin.` to those clients alone. Keys that begin with `registry.`
      go to the registry client (`registry.basic.auth.user.info`). Those that the tuner's guarantees depend on, such as `kafka.acks`, are refused.
      Values may name a secret by one of Kafka's configuration providers; values of secrets are never printed.

      | key | default | environment variable | what it does |
      |---|---|---|---|
      """;

  @Test
  void shouldListEverySetting() {
    StringBuilder text = new StringBuilder(HEAD);
    for (Setting setting : Setting.values()) {
      String byDefault = setting.byDefault().isEmpty() ? "" : '`' + setting.byDefault() + '`';
      text.append(
          "| `%s` | %s | `%s` | %s |%n"
              .formatted(
                  setting.key(),
                  byDefault,
                  setting.variable(),
                  GeneratedPage.cell(setting.description())));
    }
    GeneratedPage.requireUpToDate("configuration.md", text.toString());
  }
}
