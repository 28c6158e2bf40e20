package io.flexhb.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnknownStudyTest {
  private final List<String> told = new ArrayList<>();

  @Test
  void shouldSaySoAtGrowingIntervals() {
    UnknownStudy watch = new UnknownStudy("mnits", Optional.empty(), told::add);

    for (long second = 0; second < 4 * 3600; second++) {
      assertThat(watch.isGivenUp(true, second * 1000)).isFalse();
    }

    assertThat(told).hasSizeBetween(8, 12);
    assertThat(told.get(0)).contains("mnits").contains("for 30 s").contains("study list");
    assertThat(told.get(1)).contains("for 90 s");
  }

  @Test
  void shouldGiveUpAfterTheTimeThatWasSetAndBeginAnewOnceItWasKnown() {
    UnknownStudy watch = new UnknownStudy("toy", Optional.of(Duration.ofSeconds(40)), told::add);

    assertThat(watch.isGivenUp(true, 0)).isFalse();
    assertThat(watch.isGivenUp(false, 39_000)).isFalse();
    assertThat(watch.isGivenUp(true, 41_000)).isFalse();
    assertThat(watch.isGivenUp(true, 80_000)).isFalse();
    assertThat(watch.isGivenUp(true, 81_000)).isTrue();
  }
}
