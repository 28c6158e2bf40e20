package io.flexhb.emitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flexhb.topics.Ids;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialClientConfigTest {

  @Test
  void shouldMakeAWorkerIdOfItsOwn() {
    String first = TrialClientConfig.defaultWorkerId();

    assertThat(Ids.isValid(first)).isTrue();
    assertThat(first).isNotEqualTo(TrialClientConfig.defaultWorkerId());
  }

  @Test
  void shouldReadTextProperties() {
    TrialClientConfig config =
        TrialClientConfig.of(
            Map.of(
                "bootstrap.servers", "b:9092",
                "schema.registry.url", "http://r:8081",
                "worker.id", "w-1",
                "topic.prefix", "blue.",
                "close.timeout.ms", "1500",
                "kafka.security.protocol", "SSL",
                "registry.basic.auth.user.info", "u:p"));

    assertThat(config.workerId()).isEqualTo("w-1");
    assertThat(config.closeTimeout()).isEqualTo(Duration.ofMillis(1500));
    assertThat(config.transport().topics().metrics()).isEqualTo("blue.metrics.v1");
    assertThat(config.transport().kafka()).containsEntry("security.protocol", "SSL");
    assertThat(config.transport().registry()).containsEntry("basic.auth.user.info", "u:p");
    assertThat(config.toString()).doesNotContain("u:p");
  }

  @Test
  void shouldTellAllProblemsAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                TrialClientConfig.of(
                    Map.of(
                        "schema.registry.url", "http://r:8081",
                        "bootstrap.server", "b:9092",
                        "close.timeout.ms", "soon",
                        "topic.prefix", "a b")))
        .withMessageContaining("'bootstrap.servers' is missing")
        .withMessageContaining("unknown key 'bootstrap.server'")
        .withMessageContaining("'soon' is not a whole number")
        .withMessageContaining("'topic.prefix'");
  }

  @Test
  void shouldRefuseWhatWouldBreakTheProtocol() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                TrialClientConfig.builder("b:9092", "mock://a")
                    .kafka("acks", "1")
                    .kafka("isolation.level", "read_uncommitted")
                    .build())
        .withMessageContaining("[acks, isolation.level]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrialClientConfig.builder("b:9092", "localhost:8081").build())
        .withMessageContaining("'localhost:8081' must start with http");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrialClientConfig.builder("b", "mock://a").workerId("a b").build());
  }
}
