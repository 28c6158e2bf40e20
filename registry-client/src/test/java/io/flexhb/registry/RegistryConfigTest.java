package io.flexhb.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryConfigTest {

  private static final Map<String, Object> URL = Map.of("schema.registry.url", "http://a:1");

  @Test
  void shouldHaveConfluentsDefaults() {
    RegistryConfig config = RegistryConfig.from(URL, false);

    assertThat(config.autoRegister()).isTrue();
    assertThat(config.useLatestVersion()).isFalse();
    assertThat(config.latestCompatibilityStrict()).isTrue();
    assertThat(config.normalizeSchemas()).isFalse();
    assertThat(config.removeJavaProperties()).isFalse();
    assertThat(config.subjectNames()).isEqualTo(SubjectNameStrategy.TOPIC);
    assertThat(config.timeoutMs()).isEqualTo(3_000);
  }

  @Test
  void shouldTakeSeveralUrlsAsTextOrList() {
    List<String> urls = List.of("http://a:1", "http://b:2");

    assertThat(
            RegistryConfig.from(Map.of("schema.registry.url", "http://a:1 , http://b:2"), false)
                .urls())
        .isEqualTo(urls);
    assertThat(RegistryConfig.from(Map.of("schema.registry.url", urls), false).urls())
        .isEqualTo(urls);
  }

  @Test
  void shouldShareTheTimeAmongTheUrlsUnlessTold() {
    Map<String, Object> two = Map.of("schema.registry.url", "http://a:1,http://b:2");
    Map<String, Object> told =
        Map.of("schema.registry.url", "http://a:1", "schema.registry.http.read.timeout.ms", 9);

    assertThat(RegistryConfig.from(two, false).client())
        .containsEntry("http.connect.timeout.ms", 1_500)
        .containsEntry("http.read.timeout.ms", 1_500);
    assertThat(RegistryConfig.from(told, false).client())
        .containsEntry("http.connect.timeout.ms", 3_000)
        .doesNotContainKey("http.read.timeout.ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://me:hush@a:1", "http://me:hu/sh@a:1", "https://hush@b:1/p"})
  void shouldShowNoCredentials(String url) {
    assertThat(RegistryConfig.from(Map.of("schema.registry.url", url), false).toString())
        .doesNotContain("me:", "hush", "hu/sh")
        .contains("[hidden]@");
  }

  @ParameterizedTest
  @ValueSource(strings = {"htp://me:hush@a:1", "me:hush@a:1", "ftp://me:hu/sh@a:1"})
  void shouldShowNoCredentialsOfAWrongUrl(String url) {
    assertThatThrownBy(() -> RegistryConfig.from(Map.of("schema.registry.url", url), false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("[hidden]@a:1")
        .hasMessageNotContainingAny("me:", "hush");
  }

  @Test
  void shouldAskForAMissingUrl() {
    assertThatThrownBy(() -> RegistryConfig.from(Map.of(), false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schema.registry.url");
  }

  @ParameterizedTest
  @CsvSource({
    "schema.registry.url, localhost:8081, http://",
    "auto.register.schemas, yes, true or false",
    "schema.registry.request.timeout.ms, 0, positive",
    "schema.registry.request.timeout.ms, 3s, positive",
    "value.subject.name.strategy, MyStrategy, TopicRecordNameStrategy",
    "use.schema.id, 7, not supported"
  })
  void shouldNameTheKeyAndTheFixOfABadValue(String key, String value, String fix) {
    Map<String, Object> config = Samples.configWith("schema.registry.url", "http://a:1");
    config.put(key, value);

    assertThatThrownBy(() -> RegistryConfig.from(config, false))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key)
        .hasMessageContaining(value)
        .hasMessageContaining(fix);
  }

  @Test
  void shouldNotPrintSecrets() {
    Map<String, Object> config =
        Map.of("schema.registry.url", "http://me:secret@a:1", "basic.auth.user.info", "me:secret");

    assertThat(RegistryConfig.from(config, false).toString())
        .contains("a:1")
        .doesNotContain("secret");
  }
}
