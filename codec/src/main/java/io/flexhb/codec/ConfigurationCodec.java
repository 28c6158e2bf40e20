package io.flexhb.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts configurations to their wire form and back. */
public final class ConfigurationCodec {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private ConfigurationCodec() {}

  /** The wire form; it shares the values, so it must not be modified. */
  public static io.flexhb.avro.Configuration toWire(Configuration configuration) {
    if (configuration.values().values().stream().noneMatch(JsonText.class::isInstance)) {
      return new io.flexhb.avro.Configuration(configuration.values(), Map.of());
    }
    Map<String, Object> values = new TreeMap<>();
    Map<String, String> json = new TreeMap<>();
    configuration
        .values()
        .forEach(
            (name, value) -> {
              if (value instanceof JsonText text) {
                json.put(name, text.text());
              } else {
                values.put(name, value);
              }
            });
    return new io.flexhb.avro.Configuration(values, json);
  }

  /** The wire forms, in order. */
  public static List<io.flexhb.avro.Configuration> toWire(List<Configuration> configurations) {
    return configurations.stream().map(ConfigurationCodec::toWire).toList();
  }

  /**
   * The engine's form.
   *
   * @throws PoisonRecord when a number is not finite, or a JSON text is neither null nor a list
   */
  public static Configuration fromWire(io.flexhb.avro.Configuration wire) {
    try {
      return Configuration.of(wire.getJson().isEmpty() ? wire.getValues() : tree(wire, true));
    } catch (IllegalArgumentException invalid) {
      throw new PoisonRecord("configuration " + wire.getValues() + ": " + invalid.getMessage());
    }
  }

  /**
   * Values by name, with null and lists decoded.
   *
   * @throws PoisonRecord when a JSON text is not valid
   */
  public static Map<String, Object> tree(io.flexhb.avro.Configuration wire) {
    return tree(wire, false);
  }

  private static Map<String, Object> tree(io.flexhb.avro.Configuration wire, boolean asText) {
    Map<String, Object> values = new LinkedHashMap<>(new TreeMap<>(wire.getValues()));
    new TreeMap<>(wire.getJson())
        .forEach(
            (name, text) -> {
              try {
                Object value = JSON.readValue(text, Object.class);
                values.put(name, asText ? JsonText.of(value) : value);
              } catch (JsonProcessingException | IllegalArgumentException broken) {
                throw new PoisonRecord(
                    "hyperparameter " + name + " is neither null nor a list in JSON: " + text);
              }
            });
    return values;
  }

  /** The engine's forms, in order. */
  public static List<Configuration> fromWire(List<io.flexhb.avro.Configuration> wire) {
    return wire.stream().map(ConfigurationCodec::fromWire).toList();
  }
}
