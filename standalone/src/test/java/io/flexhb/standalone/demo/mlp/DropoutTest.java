package io.flexhb.standalone.demo.mlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DropoutTest {

  @Test
  void shouldLeaveOutItsShareAndKeepTheSumAboutTheSame() {
    float[] units = new float[10_000];
    Arrays.fill(units, 1f);

    new Dropout(0.3).apply(units, new SplitMix64(3));

    int off = 0;
    double sum = 0;
    for (float unit : units) {
      off += unit == 0 ? 1 : 0;
      sum += unit;
    }
    assertThat(off / 10_000.0).isCloseTo(0.3, within(0.02));
    assertThat(sum / 10_000.0).isCloseTo(1, within(0.03));
  }

  @Test
  void shouldDoNothingAndDrawNothingWhenItsShareIsZero() {
    float[] units = {1f, 2f};
    SplitMix64 random = new SplitMix64(3);

    new Dropout(0).apply(units, random);

    assertThat(units).containsExactly(1f, 2f);
    assertThat(random.state()).isEqualTo(3);
  }
}
