package io.flexhb.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AskSequenceTest {

  private long now = 1_000;
  private final AskSequence asks = new AskSequence(() -> now);

  @Test
  void shouldRiseByCountingWithinAMillisecondAndByTheClockOverRestarts() {
    assertThat(asks.next()).isEqualTo(1_000);
    assertThat(asks.next()).isEqualTo(1_001);
    now = 5_000;
    assertThat(asks.next()).isEqualTo(5_000);
    now = 10;
    assertThat(asks.next()).isEqualTo(5_001);
  }
}
