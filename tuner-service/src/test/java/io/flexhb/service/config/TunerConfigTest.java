package io.flexhb.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class TunerConfigTest {

  private static final Map<String, String> LEAST =
      Map.of("bootstrap.servers", "localhost:9092", "schema.registry.url", "mock://test");

  private static Map<String, String> with(String... keysAndValues) {
    Map<String, String> settings = new HashMap<>(LEAST);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  @Test
  void shouldTakeDefaultsWhenOnlyAddressesAreGiven() {
    TunerConfig config = TunerConfig.of(LEAST, Map.of());

    assertThat(config.bootstrapServers()).isEqualTo("localhost:9092");
    assertThat(config.registry()).containsEntry("schema.registry.url", "mock://test");
    assertThat(config.topics().metrics()).isEqualTo("flexhb.metrics.v1");
    assertThat(config.partitions()).isEqualTo(8);
    assertThat(config.instanceId()).isEmpty();
  }

  @Test
  void shouldReportAllProblemsAtOnce() {
    Map<String, String> bad =
        Map.of(
            "flexhb.threads", "many",
            "flexhb.topic.create", "yes",
            "flexhb.statedir", "/data",
            "schema.registry.url", "mock://x",
            "kafka.processing.guarantee", "at_least_once");

    assertThatThrownBy(() -> TunerConfig.of(bad, Map.of()))
        .asInstanceOf(InstanceOfAssertFactories.type(ConfigProblemsException.class))
        .satisfies(
            e ->
                assertThat(e.problems())
                    .hasSize(5)
                    .anyMatch(p -> p.startsWith("unknown key 'flexhb.statedir'"))
                    .anyMatch(p -> p.contains("'bootstrap.servers' is missing"))
                    .anyMatch(p -> p.contains("'flexhb.threads': 'many' is not a whole number"))
                    .anyMatch(p -> p.contains("neither true nor false"))
                    .anyMatch(p -> p.contains("'kafka.processing.guarantee' is the tuner's own")));
  }

  @Test
  void shouldNameTheKeyThatWasProbablyMeant() {
    assertThatThrownBy(() -> TunerConfig.of(with("tuner.threads", "2"), Map.of()))
        .hasMessageContaining("did you mean 'flexhb.threads'?");
  }

  @Test
  void shouldLetTheEnvironmentOverrideTheFile() {
    TunerConfig config =
        TunerConfig.of(
            with("flexhb.threads", "2"),
            Map.of(
                "FLEXHB_THREADS", "3",
                "FLEXHB_BOOTSTRAP_SERVERS", "broker:1",
                "FLEXHB_KAFKA_SASL_MECHANISM", "PLAIN",
                "FLEXHB_JAVA_OPTS", "-Xmx1g"));

    assertThat(config.threads()).isEqualTo(3);
    assertThat(config.bootstrapServers()).isEqualTo("broker:1");
    assertThat(config.kafka()).containsEntry("sasl.mechanism", "PLAIN").hasSize(2);
  }

  @Test
  void shouldRunExactlyOnceWhateverIsPassedThrough() {
    TunerConfig config =
        TunerConfig.of(with("kafka.producer.linger.ms", "7", "flexhb.instance.id", "a"), Map.of());
    Properties streams = config.streams();

    assertThat(streams)
        .containsEntry("processing.guarantee", "exactly_once_v2")
        .containsEntry("producer.linger.ms", "7")
        .containsEntry("consumer.group.instance.id", "a")
        .containsEntry("application.id", "flexhb-tuner");
  }

  @Test
  void shouldHideSecretsInTheEffectiveConfiguration() {
    TunerConfig config =
        TunerConfig.of(
            with(
                "kafka.ssl.keystore.password", "hunter2",
                "kafka.sasl.jaas.config", "user=x password=hunter2",
                "registry.basic.auth.user.info", "me:hunter2",
                "schema.registry.url", "http://me:hunter2@registry:8081"),
            Map.of());

    assertThat(config.toString())
        .doesNotContain("hunter2")
        .contains("kafka.ssl.keystore.password=[hidden]")
        .contains("http://[hidden]@registry:8081");
  }
}
