package io.flexhb.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.system.TemporaryFolder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Short runs of the program that {@code dev/chaos} runs for as long as one likes. */
@Tag("long")
@Timeout(600)
class ChaosIT {

  private final long seed = Long.getLong("flexhb.test.seed", System.nanoTime());

  @Test
  void shouldKeepEveryGuaranteeWhenAllPartsAreStruck() {
    ChaosResult result = run(EnumSet.allOf(Fault.class), 2, Duration.ofSeconds(35));

    assertThat(result.violations()).isEmpty();
    assertThat(result.decisions()).isPositive();
  }

  /** The only tuner goes on: it is not fenced, and no input is used again. */
  @Test
  void shouldGoOnWhenTheBrokerIsKilledAgainAndAgain() {
    ChaosResult result = run(EnumSet.of(Fault.KILL_BROKER), 1, Duration.ofSeconds(20));

    assertThat(result.violations()).isEmpty();
    List<Duration> recoveries = result.recoveries(Fault.KILL_BROKER);
    assertThat(recoveries).isNotEmpty();
  }

  private ChaosResult run(Set<Fault> faults, int tuners, Duration time) {
    System.out.println("ChaosIT: repeat with -Dflexhb.test.seed=" + seed);
    ChaosPlan plan =
        new ChaosPlan(
            new InstallationPlan(seed, 100, 4, 3, tuners, 2, List.of()),
            time,
            faults,
            Duration.ofMillis(500),
            Duration.ofSeconds(2));
    try (TemporaryFolder folder = TemporaryFolder.create("flexhb-chaos")) {
      ChaosResult result = ChaosRun.of(plan, folder.path(), System.out);
      result.print(System.out);
      return result;
    }
  }
}
