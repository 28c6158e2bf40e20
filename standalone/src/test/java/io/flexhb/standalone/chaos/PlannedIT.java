package io.flexhb.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.system.TemporaryFolder;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short run of the program that is {@code dev/chaos --planned}. */
@Tag("long")
@Timeout(300)
class PlannedIT {

  /** On two cores that other builds share; the program itself takes 5 s unless told otherwise. */
  private static final Duration LONGEST_GAP = Duration.ofSeconds(15);

  @Test
  void shouldGoOnDecidingThroughRestartsAndScalingAndWaitForAnotherVersion() {
    PlannedChanges plan =
        PlannedChanges.of(
            1, 100, 4, 4, 1, Duration.ofSeconds(1), Duration.ofSeconds(3), LONGEST_GAP);
    try (TemporaryFolder folder = TemporaryFolder.create("flexhb-planned")) {
      PlannedResult result = PlannedRun.of(plan, folder.path(), System.out);
      result.print(System.out);

      assertThat(result.violations()).isEmpty();
      assertThat(result.decisions()).isPositive();
    }
  }
}
