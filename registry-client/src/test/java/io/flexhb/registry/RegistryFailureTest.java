package io.flexhb.registry;

import static io.flexhb.registry.Samples.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.registry.testing.Measurement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RegistryFailureTest {

  private static final byte[] FRAMED = {0, 0, 0, 0, 1, 2};

  private static final int PATIENCE_MILLIS = 6_000;

  @Test
  void shouldFailSoonAndNameTheUrlWhenNothingListens() {
    String url = FakeRegistry.closedUrl();
    Instant start = Instant.now();

    assertDecodingFails(url)
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageContaining(url)
        .hasMessageContaining("check that it runs");
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(3));
  }

  @Test
  void shouldFailInTheSameWayWhenWriting() {
    String url = FakeRegistry.closedUrl();

    try (AvroCodec codec = codec(url)) {
      assertThatThrownBy(() -> codec.encode(TOPIC, Samples.measurement()))
          .isInstanceOf(RegistryUnavailableException.class)
          .hasMessageContaining(url);
    }
  }

  @Test
  void shouldGiveUpOnASilentRegistryAfterThreeSeconds() {
    try (FakeRegistry registry = FakeRegistry.silent()) {
      try (AvroCodec codec =
          AvroCodec.forValues(Samples.configWith(RegistryConfig.URL, registry.url()))) {
        Instant start = Instant.now();
        assertThatThrownBy(() -> codec.decode(TOPIC, FRAMED, Measurement.class))
            .isInstanceOf(RegistryUnavailableException.class);
        assertThat(Duration.between(start, Instant.now()))
            .isBetween(Duration.ofMillis(2_500), Duration.ofMillis(4_500));
      }
    }
  }

  @Test
  void shouldGiveUpEarlierWhenConfigured() {
    try (FakeRegistry registry = FakeRegistry.silent()) {
      Map<String, Object> config = Samples.configWith(RegistryConfig.URL, registry.url());
      config.put("http.read.timeout.ms", 60_000);
      config.put("schema.registry.request.timeout.ms", "200");
      Instant start = Instant.now();

      try (AvroCodec codec = AvroCodec.forValues(config)) {
        assertThatThrownBy(() -> codec.decode(TOPIC, FRAMED, Measurement.class))
            .isInstanceOf(RegistryUnavailableException.class)
            .hasMessageContaining("no answer within 200 ms");
      }
      assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(2));
    }
  }

  @Test
  void shouldGoOnToTheNextUrlWithinTheSameCall() {
    String schema = Measurement.getClassSchema().toString().replace("\"", "\\\"");
    try (FakeRegistry silent = FakeRegistry.silent();
        FakeRegistry alive = FakeRegistry.answering(200, "{\"schema\": \"" + schema + "\"}")) {
      try (AvroCodec codec = codec(silent.url() + ", " + alive.url())) {
        byte[] emptyRecord = {0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
        assertThat(codec.decode(TOPIC, emptyRecord, Measurement.class).getMetric()).isEmpty();
      }
    }
  }

  @Test
  void shouldBlameTheRegistryForItsOwnErrors() {
    try (FakeRegistry registry = FakeRegistry.answering(500, error(50001, "store is down"))) {
      assertDecodingFails(registry.url())
          .isInstanceOf(RegistryUnavailableException.class)
          .hasMessageContaining("store is down")
          .matches(failure -> ((RegistryUnavailableException) failure).mayPass())
          .hasMessageContaining("health");
    }
  }

  @Test
  void shouldBlameTheCredentialsWhenTheyAreRefused() {
    try (FakeRegistry registry = FakeRegistry.answering(401, error(401, "Unauthorized"))) {
      assertDecodingFails(registry.url())
          .isInstanceOf(RegistryUnavailableException.class)
          .hasMessageContaining("basic.auth")
          .matches(failure -> !((RegistryUnavailableException) failure).mayPass());
    }
  }

  @Test
  void shouldNotBlameTheRecordWhenTheUrlIsWrong() {
    try (FakeRegistry other = FakeRegistry.answering(404, "<html>no such page</html>")) {
      assertDecodingFails(other.url())
          .isInstanceOf(RegistryUnavailableException.class)
          .hasMessageContaining("path");
    }
    try (FakeRegistry other = FakeRegistry.answering(200, "<html>welcome</html>")) {
      assertDecodingFails(other.url()).isInstanceOf(RegistryUnavailableException.class);
    }
  }

  @Test
  void shouldBlameTheRecordWhenTheRegistryDoesNotKnowItsId() {
    try (FakeRegistry registry = FakeRegistry.answering(404, error(40403, "Schema not found"))) {
      assertDecodingFails(registry.url())
          .isInstanceOf(UndecodableRecordException.class)
          .hasMessageContaining("schema id 1");
    }
  }

  @Test
  void shouldBlameTheRecordWhenItsSchemaIsNotAvro() {
    String protobuf = "{\"schemaType\": \"PROTOBUF\", \"schema\": \"syntax = 'proto3';\"}";
    try (FakeRegistry registry = FakeRegistry.answering(200, protobuf)) {
      assertDecodingFails(registry.url())
          .isInstanceOf(UndecodableRecordException.class)
          .hasMessageContaining("not Avro");
    }
  }

  @Test
  void shouldSayThatTheSubjectRejectsAnIncompatibleSchema() {
    try (FakeRegistry registry =
            FakeRegistry.answering(409, error(409, "Schema being registered is incompatible"));
        AvroCodec codec = codec(registry.url())) {
      assertThatThrownBy(() -> codec.encode(TOPIC, Samples.measurement()))
          .isInstanceOf(SchemaRejectedException.class)
          .hasMessageContaining("metrics-value")
          .hasMessageContaining("incompatible");
    }
  }

  /**
   * The answer of Apicurio to the second of two clients that register a subject's first schema at
   * once.
   */
  @Test
  void shouldRegisterAgainWhenAnotherDidInTheSameMoment() {
    try (FakeRegistry registry =
            FakeRegistry.answering(
                new FakeRegistry.Reply(409, error(409, "An artifact with that ID already exists.")),
                new FakeRegistry.Reply(200, "{\"id\": 7}"));
        AvroCodec codec = codec(registry.url())) {
      assertThat(codec.encode(TOPIC, Samples.measurement())).startsWith(0, 0, 0, 0, 7);
    }
  }

  @Test
  void shouldAskAgainAfterAFailure() {
    String schema = Measurement.getClassSchema().toString().replace("\"", "\\\"");
    byte[] emptyRecord = {0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
    FakeRegistry registry = FakeRegistry.answering(200, "{\"schema\": \"" + schema + "\"}");
    try (AvroCodec codec = codec(registry.url() + "/")) {
      codec.decode(TOPIC, emptyRecord, Measurement.class);
      registry.close();

      assertThat(codec.decode(TOPIC, emptyRecord, Measurement.class).getTrial())
          .as("a schema met before needs no registry")
          .isZero();
      assertThatThrownBy(
              () -> codec.decode(TOPIC, new byte[] {0, 0, 0, 0, 2, 0}, Measurement.class))
          .isInstanceOf(RegistryUnavailableException.class);
    }
  }

  @Test
  void shouldNotShowCredentialsOfTheUrl() {
    String url = FakeRegistry.closedUrl().replace("http://", "http://me:secret@");

    assertDecodingFails(url)
        .isInstanceOf(RegistryUnavailableException.class)
        .hasMessageNotContaining("secret");
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertDecodingFails(String url) {
    try (AvroCodec codec = codec(url)) {
      return assertThatThrownBy(() -> codec.decode(TOPIC, FRAMED, Measurement.class));
    }
  }

  /** Patient, for a busy machine. */
  private static AvroCodec codec(String url) {
    Map<String, Object> config = Samples.configWith(RegistryConfig.URL, url);
    config.put("schema.registry.request.timeout.ms", Integer.toString(PATIENCE_MILLIS));
    return AvroCodec.forValues(config);
  }

  private static String error(int code, String message) {
    return "{\"error_code\": " + code + ", \"message\": \"" + message + "\"}";
  }
}
