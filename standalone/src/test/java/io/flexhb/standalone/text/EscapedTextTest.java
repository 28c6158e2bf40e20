package io.flexhb.standalone.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EscapedTextTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "lr=0.01 units=32", "27@1 → 9@3", "größe", "学習率", "\uD83D\uDE00"})
  void shouldLeaveOrdinaryTextAsItIs(String text) {
    assertThat(EscapedText.line(text)).isSameAs(text);
  }

  @ParameterizedTest
  @CsvSource({"0a,\\n", "0d,\\r", "09,\\t", "1b,\\u001b", "00,\\u0000", "7f,\\u007f", "9b,\\u009b"})
  void shouldShowControlCharactersAsEscapes(String code, String shown) {
    char control = (char) Integer.parseInt(code, 16);

    assertThat(EscapedText.line("a" + control + "b")).isEqualTo("a" + shown + "b");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x2028, 0x2029, 0x202E, 0x2066, 0x200F})
  void shouldShowWhatBreaksOrTurnsLinesAsEscapes(int code) {
    assertThat(EscapedText.line("a" + (char) code + "b"))
        .isEqualTo("a" + String.format("\\u%04x", code) + "b");
  }

  @Test
  void shouldKeepTheLinesOfOurOwnTexts() {
    assertThat(EscapedText.lines("a\n\tb\33")).isEqualTo("a\n\tb\\u001b");
  }
}
