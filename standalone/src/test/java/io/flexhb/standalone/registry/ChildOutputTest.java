package io.flexhb.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChildOutputTest {

  @Test
  void shouldFindThePortTheServerListensOn() {
    ChildOutput output =
        outputOf("starting\nstarted in 2 s. Listening on: http://127.0.0.1:4711\n");

    assertThat(output.port().join()).isEqualTo(4711);
  }

  @Test
  void shouldFailWhenTheOutputEndsBeforeAnythingListens() {
    ChildOutput output = outputOf("starting\nERROR: Database may be ALREADY in use\nbye\n");

    assertThatThrownBy(() -> output.port().join()).hasMessageContaining("ended before");
    assertThat(output.lastWord()).isEqualTo("ERROR: Database may be ALREADY in use");
    assertThat(output.mentions("already in use")).isTrue();
    assertThat(output.mentions("already bound")).isFalse();
  }

  @Test
  void shouldTellTheInnermostCauseThatHasAMessage() {
    ChildOutput output =
        outputOf(
            "ERROR: no start\nCaused by: a.B: outer\nCaused by: a.C: File broken\n  at a.C\n"
                + "Caused by: java.io.EOFException\n  at a.C\n");

    assertThatThrownBy(() -> output.port().join()).isNotNull();
    assertThat(output.lastWord()).isEqualTo("a.C: File broken");
  }

  @Test
  void shouldKeepTheLastLinesOnly() {
    ChildOutput output =
        outputOf(
            IntStream.range(0, 500).mapToObj(i -> "line " + i).collect(Collectors.joining("\n")));

    assertThatThrownBy(() -> output.port().join()).isNotNull();
    assertThat(output.lastLines()).hasSize(60).last().isEqualTo("line 499");
    assertThat(output.lastWord()).isEqualTo("line 499");
  }

  @Test
  void shouldSayThatNothingWasPrinted() {
    ChildOutput output = outputOf("");

    assertThatThrownBy(() -> output.port().join()).isNotNull();
    assertThat(output.lastWord()).isEqualTo("it printed nothing");
  }

  private static ChildOutput outputOf(String text) {
    return ChildOutput.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
