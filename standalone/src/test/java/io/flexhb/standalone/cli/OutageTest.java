package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageTest {
  private final List<String> told = new ArrayList<>();
  private long now = Duration.ofDays(1).toNanos();
  private final Outage outage = new Outage("Kafka", told::add, () -> now);

  @Test
  void shouldTellEachOutageAndItsEndOnce() {
    hear(1, 1);
    for (int i = 0; i < 100; i++) {
      hear(1, 1);
    }
    hear(1, 2);
    hear(1, 3);

    assertThat(told)
        .containsExactly(
            "Kafka has not answered for 6 s; waiting until it does",
            "Kafka answers again, after 101 s");

    told.clear();
    hear(6, 3);
    hear(1, 4);

    assertThat(told)
        .containsExactly(
            "Kafka has not answered for 6 s; waiting until it does",
            "Kafka answers again, after 7 s");
  }

  @Test
  void shouldTellAnOutageThatWasThereFromTheBeginning() {
    hear(6, 0);

    assertThat(told).hasSize(1);
  }

  @Test
  void shouldNotTakeANewCountForAnAnswer() {
    hear(1, 100);
    hear(4, 0);
    hear(2, 0);
    hear(1, 1);

    assertThat(told).hasSize(2).first().asString().contains("not answered for 6 s");
  }

  @Test
  void shouldSayNothingOfShortSilence() {
    for (int answers = 1; answers < 10; answers++) {
      hear(1, answers);
      hear(4, answers);
    }

    assertThat(told).isEmpty();
  }

  private void hear(int secondsLater, long answers) {
    now += Duration.ofSeconds(secondsLater).toNanos();
    outage.heard(answers);
  }
}
