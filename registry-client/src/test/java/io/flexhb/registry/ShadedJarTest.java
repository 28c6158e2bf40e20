package io.flexhb.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The tests of this module run on the jar that the other modules get. */
class ShadedJarTest {

  @Test
  void shouldHoldTheClientUnderItsOwnNames() throws Exception {
    Class<?> client =
        Class.forName("io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient");

    assertThat(client.getProtectionDomain().getCodeSource())
        .isEqualTo(AvroCodec.class.getProtectionDomain().getCodeSource());
  }

  @Test
  void shouldKeepTheClientsKafkaApartFromOurs() throws Exception {
    assertThat(
            Class.forName("io.flexhb.registry.shaded.kafka.common.config.ConfigException")
                .getProtectionDomain()
                .getCodeSource())
        .isEqualTo(AvroCodec.class.getProtectionDomain().getCodeSource());
  }

  @Test
  void shouldHoldNothingUnderTheBundlesNames() throws IOException {
    assertThatThrownBy(() -> Class.forName("org.apache.flink.avro.shaded.org.apache.avro.Schema"))
        .isInstanceOf(ClassNotFoundException.class);
    try (JarFile jar = jar()) {
      assertThat(jar.stream().map(entry -> entry.getName()).filter(name -> name.contains("flink")))
          .isEmpty();
    }
  }

  @Test
  void shouldCarryLicenceAndNotice() throws IOException {
    try (JarFile jar = jar()) {
      assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
      assertThat(text(jar, "META-INF/NOTICE"))
          .contains("Apache Flink")
          .contains("io.confluent:kafka-schema-registry-client:7.5.3");
    }
  }

  private static JarFile jar() throws IOException {
    return new JarFile(
        Path.of(AvroCodec.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toFile());
  }

  private static String text(JarFile jar, String name) throws IOException {
    return new String(
        jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
  }
}
