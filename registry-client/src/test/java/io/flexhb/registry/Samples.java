package io.flexhb.registry;

import io.flexhb.registry.testing.Measurement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;

/** Records, schemas and configurations of the tests here. */
final class Samples {

  static final String TOPIC = "metrics";

  private Samples() {}

  static Measurement measurement() {
    return Measurement.newBuilder()
        .setTrial(3)
        .setMetric("loss")
        .setValues(List.of(0.5))
        .setTags(Map.of("host", "a"))
        .setNote("first")
        .build();
  }

  /** A configuration for a mock registry that no other test sees. */
  static Map<String, Object> mockConfig() {
    return configWith(RegistryConfig.URL, "mock://" + UUID.randomUUID());
  }

  static Map<String, Object> configWith(String key, Object value) {
    Map<String, Object> config = new HashMap<>();
    config.put(key, value);
    return config;
  }

  static ConfluentRegistry registry(Map<String, Object> config) {
    return new ConfluentRegistry(RegistryConfig.from(config, false));
  }

  /**
   * The measurement as an older writer knew it: without tags and note, trial and metric in the
   * other order.
   */
  static Schema olderMeasurement() {
    return SchemaBuilder.record("Measurement")
        .namespace("io.flexhb.registry.testing")
        .fields()
        .requiredString("metric")
        .requiredInt("trial")
        .name("values")
        .type()
        .array()
        .items()
        .doubleType()
        .noDefault()
        .endRecord();
  }
}
