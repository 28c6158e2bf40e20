package io.flexhb.standalone.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OutageNoticeTest {
  private final List<String> reported = new ArrayList<>();
  private long now = Duration.ofDays(1).toNanos();
  private final OutageNotice outage = OutageNotice.ofAnswers("Kafka", reported::add, () -> now);

  @Test
  void shouldReportEachOutageAgainEachMinuteAndItsEndOnce() {
    hear(1, 1);
    for (int i = 0; i < 100; i++) {
      hear(1, 1);
    }
    hear(1, 2);
    hear(1, 3);

    assertThat(reported)
        .containsExactly(
            "Kafka has not answered for 6 s; waiting until it does",
            "Kafka has not answered for 66 s; waiting until it does",
            "Kafka answers again, after 101 s");

    reported.clear();
    hear(6, 3);
    hear(1, 4);

    assertThat(reported)
        .containsExactly(
            "Kafka has not answered for 6 s; waiting until it does",
            "Kafka answers again, after 7 s");
  }

  @Test
  void shouldTellAnOutageThatWasThereFromTheBeginning() {
    hear(6, 0);

    assertThat(reported).hasSize(1);
  }

  @Test
  void shouldNotTakeANewCountForAnAnswer() {
    hear(1, 100);
    hear(4, 0);
    hear(2, 0);
    hear(1, 1);

    assertThat(reported).hasSize(2).first().asString().contains("not answered for 6 s");
  }

  @Test
  void shouldSayNothingOfShortSilence() {
    for (int answers = 1; answers < 10; answers++) {
      hear(1, answers);
      hear(4, answers);
    }

    assertThat(reported).isEmpty();
  }

  @Test
  void shouldSayNothingOfSilenceThatIsExcusedButThatAnOutageIsOver() {
    for (int i = 0; i < 100; i++) {
      outage.excuse();
      hear(1, 0);
    }
    assertThat(reported).isEmpty();

    hear(6, 0);
    outage.excuse();
    hear(1, 1);
    assertThat(reported).hasSize(2).last().asString().startsWith("Kafka answers again");
  }

  @Test
  void shouldSayAnewEachTimeWhyATunerDoesNotDecide() {
    AtomicReference<String> why = new AtomicReference<>("it joins its group");
    OutageNotice stall =
        OutageNotice.ofTuner(Duration.ofSeconds(10), why::get, reported::add, () -> now);
    for (int i = 0; i < 12; i++) {
      stall.update(false);
      pass(1);
    }
    why.set("its disk is full");
    for (int i = 0; i < 60; i++) {
      stall.update(false);
      pass(1);
    }
    stall.update(true);

    assertThat(reported)
        .containsExactly(
            "The tuner has not decided for 11 s; it joins its group",
            "The tuner has not decided for 71 s; its disk is full",
            "The tuner decides, after 72 s");
  }

  private void hear(int secondsLater, long answers) {
    pass(secondsLater);
    outage.onAnswers(answers);
  }

  private void pass(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }
}
