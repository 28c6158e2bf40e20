package io.flexhb.registry;

import static io.flexhb.registry.Samples.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flexhb.registry.testing.Measurement;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class AvroSerdeTest {

  private final Map<String, Object> config = Samples.mockConfig();

  @Test
  void shouldRoundTripWhenConfiguredByKafka() {
    config.put("specific.avro.value.type", Measurement.class.getName());
    try (AvroSerde<Measurement> serde = new AvroSerde<>()) {
      serde.configure(config, false);

      assertRoundTrip(serde);
    }
  }

  @Test
  void shouldRoundTripWithTheClassGiven() {
    try (AvroSerde<Measurement> serde = new AvroSerde<>(Measurement.class)) {
      serde.configure(config, true);

      assertRoundTrip(serde);
    }
  }

  @Test
  void shouldLeaveASharedCodecOpen() {
    try (AvroCodec codec = AvroCodec.forValues(config)) {
      new AvroSerde<>(codec, Measurement.class).close();

      assertRoundTrip(new AvroSerde<>(codec, Measurement.class));
    }
  }

  @Test
  void shouldKeepTombstones() {
    try (AvroSerde<Measurement> serde = new AvroSerde<>(Measurement.class)) {
      serde.configure(config, false);

      assertThat(serde.serializer().serialize(TOPIC, null)).isNull();
      assertThat(serde.deserializer().deserialize(TOPIC, null)).isNull();
    }
  }

  @Test
  void shouldAskForTheClassToReadInto() {
    try (AvroDeserializer<Measurement> deserializer = new AvroDeserializer<>()) {
      assertThatThrownBy(() -> deserializer.configure(config, false))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("specific.avro.value.type");
    }
  }

  @Test
  void shouldSayThatItIsNotConfigured() {
    try (AvroSerializer<Measurement> serializer = new AvroSerializer<>()) {
      assertThatThrownBy(() -> serializer.serialize(TOPIC, Samples.measurement()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("configure");
    }
  }

  private static void assertRoundTrip(AvroSerde<Measurement> serde) {
    Measurement written = Samples.measurement();
    byte[] bytes = serde.serializer().serialize(TOPIC, written);

    assertThat(serde.deserializer().deserialize(TOPIC, bytes)).isEqualTo(written);
  }
}
