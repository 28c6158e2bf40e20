package io.flexhb.standalone.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SimulatedStudiesTest {

  @Test
  void shouldWaitLongerForMoreStudies() {
    assertThat(SimulatedStudies.usualWait(8)).isEqualTo(Duration.ofSeconds(20));
    assertThat(SimulatedStudies.usualWait(10_000)).isEqualTo(Duration.ofMinutes(2));
  }
}
