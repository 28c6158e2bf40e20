package io.flexhb.service.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class CommittedOffsetsTest {

  private static final TopicPartition FIRST = new TopicPartition("t", 0);
  private static final TopicPartition SECOND = new TopicPartition("t", 1);

  private Map<TopicPartition, Long> group = Map.of(FIRST, 7L);
  private int requests;
  private long now;

  private final CommittedOffsets offsets =
      new CommittedOffsets(
          () -> {
            requests++;
            return Optional.ofNullable(group).orElseThrow();
          },
          () -> now);

  @Test
  void shouldAskOnceForAllTasksThatStartTogether() {
    assertThat(offsets.of(FIRST)).hasValue(7);
    assertThat(offsets.of(SECOND)).isEmpty();

    assertThat(requests).isEqualTo(1);
  }

  @Test
  void shouldAskAgainAtTheNextRebalance() {
    offsets.of(SECOND);
    group = Map.of(SECOND, 3L);
    now += Duration.ofSeconds(6).toNanos();

    assertThat(offsets.of(SECOND)).hasValue(3);
  }

  @Test
  void shouldAskAgainAfterAFailure() {
    group = null;
    assertThatThrownBy(() -> offsets.of(FIRST)).isInstanceOf(NoSuchElementException.class);
    group = Map.of(FIRST, 9L);

    assertThat(offsets.of(FIRST)).hasValue(9);
  }
}
