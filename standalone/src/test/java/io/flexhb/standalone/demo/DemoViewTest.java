package io.flexhb.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.JournalReason;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoViewTest {

  @Test
  void shouldNameATrialOnce() {
    assertThat(DemoView.describe(reason(42, "trial 42 joins bracket 3")))
        .isEqualTo("trial 42 joins bracket 3");
    assertThat(DemoView.describe(reason(4, "trial 42 joins bracket 3")))
        .isEqualTo("trial 4 trial 42 joins bracket 3");
    assertThat(DemoView.describe(reason(4, "revived: rank 3 of 15")))
        .isEqualTo("trial 4 revived: rank 3 of 15");
    assertThat(DemoView.describe(reason(-1, "bracket 0 opens"))).isEqualTo("bracket 0 opens");
  }

  @ParameterizedTest
  @CsvSource({
    "0.01, 5, 80, '   1 %  time left: not known yet'",
    "0.25, 10, 80, '  25 %  about 30 s left'",
    "0.5, 600, 80, '  50 %  about 10 min left'",
    "1, 14, 80, ' 100 %'"
  })
  void shouldTellHowLongTheRestTakes(double share, double seconds, int columns, String words) {
    String line = Countdown.line(share, seconds, columns);

    assertThat(line).endsWith(words);
    assertThat(line.chars().filter(c -> c == '█').count()).isEqualTo(Math.round(share * 50));
  }

  @ParameterizedTest
  @CsvSource({"20", "60", "80", "120", "300"})
  void shouldFitTheBarIntoTheTerminal(int columns) {
    assertThat(Countdown.line(0.5, 5900, columns)).hasSizeLessThanOrEqualTo(Math.max(columns, 36));
  }

  private static JournalReason reason(int trial, String text) {
    return new JournalReason("rule", trial, text, Map.of());
  }
}
