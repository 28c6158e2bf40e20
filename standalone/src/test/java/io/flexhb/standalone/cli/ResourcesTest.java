package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourcesTest {

  private static final Resources LEAST = new Resources(512, 72L << 20);

  @Test
  void shouldTellAllThatThereIsTooLittleOfAndHowToGetMore() {
    assertThat(new Resources(256, 48L << 20).lacking(LEAST))
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
    Resources own = Resources.ofThisProcess();

    assertThat(own.heapBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
    assertThat(own.openFiles()).isGreaterThan(10);
  }
}
