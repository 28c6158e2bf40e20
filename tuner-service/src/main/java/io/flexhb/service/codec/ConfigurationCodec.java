package io.flexhb.service.codec;

import io.flexhb.core.space.Configuration;
import java.util.List;

/** Configurations, to the wire and back. */
public final class ConfigurationCodec {

  private ConfigurationCodec() {}

  /** The wire form; shares the values, so it is to be written, not changed. */
  public static io.flexhb.avro.Configuration toWire(Configuration configuration) {
    return new io.flexhb.avro.Configuration(configuration.values());
  }

  /** The wire forms, in order. */
  public static List<io.flexhb.avro.Configuration> toWire(List<Configuration> configurations) {
    return configurations.stream().map(ConfigurationCodec::toWire).toList();
  }

  /**
   * The engine's form.
   *
   * @throws PoisonRecord when a number is not finite
   */
  public static Configuration fromWire(io.flexhb.avro.Configuration wire) {
    try {
      return Configuration.of(wire.getValues());
    } catch (IllegalArgumentException invalid) {
      throw new PoisonRecord("configuration " + wire.getValues() + ": " + invalid.getMessage());
    }
  }

  /** The engine's forms, in order. */
  public static List<Configuration> fromWire(List<io.flexhb.avro.Configuration> wire) {
    return wire.stream().map(ConfigurationCodec::fromWire).toList();
  }
}
