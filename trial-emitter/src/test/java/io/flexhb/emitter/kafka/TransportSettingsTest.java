package io.flexhb.emitter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.topics.Topics;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransportSettingsTest {

  private static final String BACKOFF = "reconnect.backoff.max.ms";

  @Test
  void shouldBeBackWithinAFewHeartbeatsOfAnOutagesEnd() {
    TransportSettings settings = settings(Map.of());

    assertThat((int) settings.producer().get(BACKOFF)).isLessThanOrEqualTo(1_000);
    assertThat((int) settings.consumer().get(BACKOFF)).isLessThanOrEqualTo(1_000);
  }

  @Test
  void shouldTakeWhatIsPassedThrough() {
    assertThat(settings(Map.of(BACKOFF, "300")).producer()).containsEntry(BACKOFF, "300");
  }

  private static TransportSettings settings(Map<String, String> kafka) {
    return new TransportSettings(
        "b:9092", "mock://a", Topics.defaults(), kafka, Map.of(), Duration.ofSeconds(1));
  }
}
