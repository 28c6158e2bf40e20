package io.flexhb.standalone.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessLimitsTest {

  private static final ProcessLimits LEAST = new ProcessLimits(512, 72L << 20);

  @Test
  void shouldTellAllThatThereIsTooLittleOfAndHowToGetMore() {
    assertThat(new ProcessLimits(256, 48L << 20).lacking(LEAST))
        .containsExactly(
            "only 256 files may be open at once, 512 are needed: 'ulimit -n 1024' allows them",
            "the JVM has a heap of 48 MB, 72 MB are needed: FLEXHB_JAVA_OPTS=-Xmx144m gives them");
  }

  @Test
  void shouldHaveNothingToTellWhenThereIsJustEnough() {
    assertThat(LEAST.lacking(LEAST)).isEmpty();
  }

  @Test
  void shouldKnowWhatThisProcessMayUse() {
    ProcessLimits own = ProcessLimits.ofThisProcess();

    assertThat(own.heapBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
    assertThat(own.openFiles()).isGreaterThan(10);
  }
}
