package io.flexhb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StudyClientConfigTest {

  @Test
  void shouldCollectSettingsAndShowNoSecrets() {
    StudyClientConfig config =
        StudyClientConfig.builder("kafka:9092", "http://registry:8081")
            .topicPrefix("team.")
            .kafka("sasl.jaas.config", "secret")
            .registry("basic.auth.user.info", "user:secret")
            .build();

    assertThat(config.bootstrapServers()).isEqualTo("kafka:9092");
    assertThat(config.topics().studies()).isEqualTo("team.studies.v1");
    assertThat(config.kafka()).containsEntry("sasl.jaas.config", "secret");
    assertThat(config.registry())
        .containsEntry("schema.registry.url", "http://registry:8081")
        .containsEntry("basic.auth.user.info", "user:secret");
    assertThat(config).hasToString("kafka:9092");
  }

  @Test
  void shouldNameWhatIsMissing() {
    assertThatThrownBy(() -> StudyClientConfig.builder("", "http://registry:8081").build())
        .hasMessage("bootstrap.servers is missing");
    assertThatThrownBy(() -> StudyClientConfig.builder("kafka:9092", " ").build())
        .hasMessage("schema.registry.url is missing");
  }

  @Test
  @Timeout(20)
  void shouldSaySoonThatNoBrokerAnswers() {
    StudyClientConfig config = StudyClientConfig.builder("localhost:1", "mock://none").build();

    assertThatThrownBy(() -> StudyClient.connect(config))
        .isInstanceOf(ClusterUnavailableException.class)
        .hasMessageContaining("no Kafka broker answers at localhost:1");
    assertThat(ApplyOptions.defaults().timeout()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void shouldTellAWrongSettingFromAnOutage() {
    StudyClientConfig config =
        StudyClientConfig.builder("localhost:1", "mock://none")
            .kafka("security.protocol", "NOPE")
            .build();

    assertThatThrownBy(() -> StudyClient.connect(config))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("security.protocol");
  }
}
