package io.flexhb.registry;

import static io.flexhb.registry.Samples.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class RegistryAuthTest {

  @Test
  void shouldSendBasicAuthFromUserInfo() {
    assertThat(
            sentAuthorization(
                "",
                Map.of(
                    "basic.auth.credentials.source", "USER_INFO",
                    "basic.auth.user.info", "me:secret")))
        .isEqualTo(basic("me:secret"));
  }

  @Test
  void shouldSendBasicAuthUnderTheClientsPrefix() {
    assertThat(
            sentAuthorization(
                "",
                Map.of(
                    "schema.registry.basic.auth.credentials.source", "USER_INFO",
                    "schema.registry.basic.auth.user.info", "me:secret")))
        .isEqualTo(basic("me:secret"));
  }

  @Test
  void shouldSendBasicAuthFromTheUrl() {
    assertThat(sentAuthorization("me:secret@", Map.of("basic.auth.credentials.source", "URL")))
        .isEqualTo(basic("me:secret"));
  }

  @Test
  void shouldSendABearerToken() {
    assertThat(
            sentAuthorization(
                "",
                Map.of(
                    "bearer.auth.credentials.source", "STATIC_TOKEN", "bearer.auth.token", "t0k")))
        .isEqualTo("Bearer t0k");
  }

  @Test
  void shouldRefuseATrustStoreThatDoesNotExist() {
    Map<String, Object> config = Samples.configWith(RegistryConfig.URL, "https://localhost:1");
    config.put("schema.registry.ssl.truststore.location", "/no/such/truststore.jks");

    assertThatThrownBy(() -> AvroCodec.forValues(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("/no/such/truststore.jks");
  }

  @Test
  void shouldRefuseTwoKindsOfCredentials() {
    Map<String, Object> config = Samples.configWith(RegistryConfig.URL, "http://localhost:1");
    config.put("basic.auth.credentials.source", "URL");
    config.put("bearer.auth.credentials.source", "STATIC_TOKEN");

    assertThatThrownBy(() -> AvroCodec.forValues(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("Only one of");
  }

  @Test
  void shouldAcceptOauth() {
    Map<String, Object> config = Samples.configWith(RegistryConfig.URL, "http://localhost:1");
    config.put("bearer.auth.credentials.source", "OAUTHBEARER");
    config.put("bearer.auth.issuer.endpoint.url", "http://localhost:1/token");
    config.put("bearer.auth.client.id", "id");
    config.put("bearer.auth.client.secret", "secret");
    config.put("bearer.auth.logical.cluster", "lsrc-1");
    config.put("bearer.auth.identity.pool.id", "pool-1");

    assertThatCode(() -> AvroCodec.forValues(config).close()).doesNotThrowAnyException();
  }

  private static String sentAuthorization(String userInfo, Map<String, Object> auth) {
    try (FakeRegistry registry = FakeRegistry.answering(200, "{\"id\": 7}")) {
      Map<String, Object> config =
          Samples.configWith(RegistryConfig.URL, "http://" + userInfo + registry.authority());
      config.putAll(auth);
      // The first call of a JVM loads classes, on a busy machine for longer than the default.
      config.put("schema.registry.request.timeout.ms", "60000");
      try (AvroCodec codec = AvroCodec.forValues(config)) {
        byte[] bytes = codec.encode(TOPIC, Samples.measurement());
        assertThat(AvroCodec.writerSchemaId(TOPIC, bytes)).isEqualTo(7);
      }
      return registry.lastHeaders().getFirst("Authorization");
    }
  }

  private static String basic(String userInfo) {
    return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
  }
}
