package io.flexhb.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReadmeLoopTest {

  @Test
  @Timeout(30)
  void shouldTuneToTheEndOfTheStudy() {
    FakeTransport transport = FakeTransport.tuned();

    ReadmeLoop.main(
        () -> new TrialClient("w", Duration.ofSeconds(1), transport::open, new MonotoneClock()));

    assertThat(reported(transport, 0)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(reported(transport, 1)).containsExactly(1L, 2L, 3L);
    assertThat(reported(transport, 2)).containsExactly(1L);
    assertThat(transport.followed()).containsExactly("toy");
    assertThat(transport.isClosed()).isTrue();
  }

  private static List<Long> reported(FakeTransport transport, int trial) {
    return transport.sent().events().stream()
        .filter(event -> event.getTrial() == trial)
        .filter(event -> event.getKind() == TrialEventKind.METRICS)
        .map(TrialEvent::getResource)
        .toList();
  }
}
