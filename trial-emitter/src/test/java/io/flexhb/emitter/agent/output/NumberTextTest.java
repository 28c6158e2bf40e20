package io.flexhb.emitter.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTextTest {

  @ParameterizedTest
  @CsvSource({
    "888, 888",
    "888.33, 888.33",
    "-1, -1",
    "1.2e+32, 1.2e32",
    "1.5E-1, 0.15",
    "+3., 3",
    ".5, 0.5",
    "0.1, 0.1",
    "nan, NaN",
    "NaN, NaN",
    "inf, Infinity",
    "-Inf, -Infinity",
    "-infinity, -Infinity"
  })
  void shouldReadWhatTrainersPrint(String text, double number) {
    assertThat(NumberText.parse(text)).hasValue(number);
    assertThat(text).matches(NumberText.PATTERN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", ".", "e5", "1e", "1e+", "0x1p3", "1f", "1d", "1_000", "1,5", " 1", "N/A"})
  void shouldTakeNothingElseForANumber(String text) {
    assertThat(NumberText.parse(text)).isEmpty();
  }

  @Test
  void shouldKeepEachBit() {
    double number = Math.nextUp(0.1);

    assertThat(NumberText.parse(Double.toString(number))).hasValue(number);
  }
}
