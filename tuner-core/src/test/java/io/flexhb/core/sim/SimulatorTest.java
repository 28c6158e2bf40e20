package io.flexhb.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.Specs;
import io.flexhb.core.study.TrialStatus;
import org.junit.jupiter.api.Test;

class SimulatorTest {

  @Test
  void shouldRunOneLoop() {
    SimulationResult result =
        Simulator.run(SimulationPlan.of(Specs.of(27, 3).spec(), new ToyFunction(0.2)));
    assertThat(result.finished()).isTrue();
    assertThat(result.trials()).isEqualTo(46);
    assertThat(result.count(TrialStatus.COMPLETED)).isEqualTo(8);
  }
}
