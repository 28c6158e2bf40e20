package io.flexhb.standalone.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScreenTest {
  private static final List<StyledLine> LONG =
      List.of(new StyledLine(StyledLine.Tone.HEAD, "x".repeat(300)));

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void shouldCutALineWithASignBeforeItWraps(int columns) {
    screen(Terminal.of(Map.of("NO_COLOR", "1"), () -> columns)).draw(LONG);

    assertThat(shown()).isEqualTo("x".repeat(columns - 2) + "…\n");
  }

  @Test
  void shouldLeaveAloneWhatFits() {
    screen(Terminal.of(Map.of("NO_COLOR", "1", "COLUMNS", "9"), () -> 80))
        .draw(List.of(new StyledLine(StyledLine.Tone.NORMAL, "y".repeat(19))));

    assertThat(shown()).as("no terminal is narrower than 20").isEqualTo("y".repeat(19) + "\n");
  }

  @Test
  void shouldDrawOverWhatItDrew() {
    Screen screen = screen(Terminal.of(Map.of("NO_COLOR", "1"), () -> 80));
    screen.draw(
        List.of(
            new StyledLine(StyledLine.Tone.NORMAL, "a"),
            new StyledLine(StyledLine.Tone.NORMAL, "b")));
    screen.draw(List.of(new StyledLine(StyledLine.Tone.NORMAL, "c")));

    assertThat(shown()).isEqualTo("a\nb\n\u001b[2A\u001b[Jc\n");
  }

  @Test
  void shouldColourWhereTheTerminalHasColour() {
    screen(Terminal.of(Map.of("TERM", "xterm"), () -> 80)).draw(LONG);

    assertThat(shown()).isEqualTo("\u001b[1m" + "x".repeat(78) + "…\u001b[0m\n");
  }

  @Test
  void shouldHaveNoColourWhereNoneIsWanted() {
    screen(Terminal.of(Map.of("TERM", "dumb"), () -> 80)).draw(LONG);

    assertThat(shown()).doesNotContain("\u001b[1m");
  }

  @Test
  void shouldSendNoEscapeCodesWithoutATerminal() {
    Screen screen = screen(Terminal.none());
    screen.draw(LONG);
    screen.print("z".repeat(300));

    assertThat(shown()).isEqualTo("z".repeat(300) + System.lineSeparator());
  }

  private Screen screen(Terminal terminal) {
    return new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal);
  }

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
