package io.flexhb.service.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommitPaceTest {

  private static final long MILLI = 1_000_000;

  private final CommitPace pace = new CommitPace(Duration.ofMillis(10), 0);

  @Test
  void shouldNotCommitWhatIsNotThere() {
    assertThat(pace.isDue(1_000 * MILLI)).isFalse();
  }

  @Test
  void shouldCommitALoneInputAtOnce() {
    pace.input();

    assertThat(pace.isDue(11 * MILLI)).isTrue();
    assertThat(pace.isDue(30 * MILLI)).as("nothing came since").isFalse();
  }

  @Test
  void shouldLetFewInputsWaitNoLongerThanTheShortestInterval() {
    pace.input();
    pace.isDue(11 * MILLI);

    pace.input();

    assertThat(pace.isDue(20 * MILLI)).isFalse();
    assertThat(pace.isDue(21 * MILLI)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"500, 10", "3200, 10", "6400, 20", "16000, 50", "32000, 100"})
  void shouldCommitTheMoreSeldomTheMoreComes(int inputsPerSecond, double millis) {
    double last = 0;
    int commits = 0;
    for (int input = 1; commits < 50; input++) {
      double now = input * 1e9 / inputsPerSecond;
      pace.input();
      if (pace.isDue((long) now)) {
        commits++;
        last = now;
      }
    }

    assertThat(last / commits / MILLI).isCloseTo(millis, within(millis / 5));
  }
}
