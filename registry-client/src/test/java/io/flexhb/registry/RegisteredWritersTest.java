package io.flexhb.registry;

import static io.flexhb.registry.Samples.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.registry.testing.Measurement;
import java.util.List;
import java.util.Map;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.Test;

class RegisteredWritersTest {

  private final Map<String, Object> config = Samples.mockConfig();

  @Test
  void shouldRegisterUnderTheTopicNameByDefault() {
    encode(Map.of());

    assertThat(idUnder("metrics-value")).isEqualTo(1);
  }

  @Test
  void shouldRegisterKeysUnderTheKeySubject() {
    try (AvroCodec codec = AvroCodec.forKeys(config)) {
      codec.encode(TOPIC, Samples.measurement());
    }

    assertThat(idUnder("metrics-key")).isEqualTo(1);
  }

  @Test
  void shouldRegisterUnderTheRecordName() {
    encode(strategy("RecordNameStrategy"));

    assertThat(idUnder("io.flexhb.registry.testing.Measurement")).isEqualTo(1);
  }

  @Test
  void shouldRegisterUnderTopicAndRecordName() {
    encode(strategy("TopicRecordNameStrategy"));

    assertThat(idUnder("metrics-io.flexhb.registry.testing.Measurement")).isEqualTo(1);
  }

  @Test
  void shouldNotRegisterWhenToldNotTo() {
    assertThatThrownBy(() -> encode(Map.of("auto.register.schemas", "false")))
        .isInstanceOf(SchemaRejectedException.class)
        .hasMessageContaining("metrics-value")
        .hasMessageContaining("auto.register.schemas");
  }

  @Test
  void shouldRegisterBeforeTheFirstRecordWhenPrepared() {
    try (AvroCodec codec = AvroCodec.forValues(config)) {
      codec.prepare(TOPIC, new Measurement());
    }

    assertThat(idUnder("metrics-value")).isEqualTo(1);
  }

  @Test
  void shouldUseARegisteredSchemaWhenToldNotToRegister() {
    try (ConfluentRegistry registry = Samples.registry(config)) {
      registry.register("other", Samples.olderMeasurement());
      registry.register("metrics-value", Measurement.getClassSchema());
    }

    byte[] bytes = encode(Map.of("auto.register.schemas", false));

    assertThat(AvroCodec.writerSchemaId(TOPIC, bytes)).isEqualTo(2);
  }

  @Test
  void shouldWriteUnderTheLatestVersionByFieldNameNotByPosition() {
    try (ConfluentRegistry registry = Samples.registry(config)) {
      registry.register("metrics-value", Measurement.getClassSchema());
      registry.register("metrics-value", Samples.olderMeasurement());
    }

    byte[] bytes = encode(Map.of("auto.register.schemas", false, "use.latest.version", true));

    assertThat(AvroCodec.writerSchemaId(TOPIC, bytes)).isEqualTo(2);
    try (AvroCodec reader = AvroCodec.forValues(config)) {
      Measurement read = reader.decode(TOPIC, bytes, Measurement.class);
      assertThat(read.getTrial()).isEqualTo(3);
      assertThat(read.getMetric()).isEqualTo("loss");
      assertThat(read.getValues()).isEqualTo(List.of(0.5));
      assertThat(read.getTags()).as("unknown to the version written").isEmpty();
    }
  }

  @Test
  void shouldRefuseALatestVersionThatCannotReadTheRecord() {
    try (ConfluentRegistry registry = Samples.registry(config)) {
      registry.register(
          "metrics-value",
          SchemaBuilder.record("Measurement")
              .namespace("io.flexhb.registry.testing")
              .fields()
              .requiredString("somethingNew")
              .endRecord());
    }

    assertThatThrownBy(
            () -> encode(Map.of("auto.register.schemas", false, "use.latest.version", true)))
        .isInstanceOf(SchemaRejectedException.class)
        .hasMessageContaining("metrics-value")
        .hasMessageContaining("somethingNew");
  }

  @Test
  void shouldRegisterWithoutJavasMarksWhenToldTo() {
    encode(Map.of("avro.remove.java.properties", true));

    try (ConfluentRegistry registry = Samples.registry(config)) {
      assertThat(registry.latest("metrics-value").schema().toString())
          .contains("\"metric\"")
          .doesNotContain("avro.java.string");
    }
    assertThat(Measurement.getClassSchema().toString())
        .as("else this test shows nothing")
        .contains("avro.java.string");
  }

  private byte[] encode(Map<String, Object> more) {
    config.putAll(more);
    try (AvroCodec codec = AvroCodec.forValues(config)) {
      return codec.encode(TOPIC, Samples.measurement());
    }
  }

  private int idUnder(String subject) {
    try (ConfluentRegistry registry = Samples.registry(config)) {
      return registry.latest(subject).id();
    }
  }

  private static Map<String, Object> strategy(String simpleName) {
    return Map.of(
        "value.subject.name.strategy", "io.confluent.kafka.serializers.subject." + simpleName);
  }
}
