package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitPaceTest {

  private static final long MILLI = 1_000_000;

  private long nanos;
  private final CommitPace pace = new CommitPace(Duration.ofMillis(10), () -> nanos);

  @Test
  void shouldNotCommitWhatIsNotThere() {
    assertThat(isDueAt(1_000 * MILLI)).isFalse();
  }

  @Test
  void shouldCommitALoneInputAtOnce() {
    pace.input();

    assertThat(isDueAt(11 * MILLI)).isTrue();
    assertThat(isDueAt(30 * MILLI)).as("nothing came since").isFalse();
  }

  @Test
  void shouldLetFewInputsWaitForTheShortestIntervalAfterACommitHasEnded() {
    pace.input();
    isDueAt(11 * MILLI);
    long ended = 18 * MILLI;

    pace.input();

    assertThat(isDueAt(ended)).isFalse();
    assertThat(isDueAt(ended + 9 * MILLI)).isFalse();
    assertThat(isDueAt(ended + 10 * MILLI)).isTrue();
  }

  @Test
  void shouldNotTakeInputsBeforeTheCommitForItsEnd() {
    pace.input();
    isDueAt(11 * MILLI);
    for (long micros = 11_100; micros < 15_000; micros += 100) {
      pace.input();
      assertThat(isDueAt(micros * 1_000)).isFalse();
    }
    long ended = 20 * MILLI;

    assertThat(isDueAt(ended)).isFalse();
    assertThat(isDueAt(ended + 9 * MILLI)).isFalse();
    assertThat(isDueAt(ended + 12 * MILLI)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1000, 10", "3200, 10", "6400, 20", "16000, 50", "32000, 100", "100000, 100"})
  void shouldCommitTheMoreSeldomTheMoreComes(int inputsPerSecond, double millis) {
    double step = 1e9 / inputsPerSecond;
    double now = 0;
    double waited = 0;
    int commits = 0;
    for (double ended = 0; commits < 50; commits++) {
      while (!isDueAt((long) now)) {
        pace.input();
        now += step;
      }
      waited += now - ended;
      // Then comes the commit.
      now += 5 * MILLI;
      ended = now;
    }

    assertThat(waited / commits / MILLI).isCloseTo(millis, within(millis / 5));
  }

  private boolean isDueAt(long now) {
    nanos = now;
    return pace.isDue();
  }
}
