package io.flexhb.standalone.cli.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.cli.CliRun;
import io.flexhb.standalone.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plan of a study that counts in steps of 0.1, in what its user counts. */
class FractionalPlanTest {

  private static final String STUDY =
      """
      study: parts
      objective: {metric: loss, direction: minimize, strategy: best}
      resource: {min: 0.1, max: 1, step: 0.1, unit: share}
      space: {lr: {type: double, low: 0.1, high: 1}}
      limits: {budget: 12.5}
      """;

  @TempDir private Path folder;

  @Test
  void shouldPlanInTheUsersUnit() throws IOException {
    Path file = Files.writeString(folder.resolve("study.yaml"), STUDY);

    CliRun text = CliRun.in(folder, "study", "apply", file.toString(), "--dry-run");
    CliRun json = CliRun.in(folder, "study", "apply", file.toString(), "--dry-run", "-o", "json");

    assertThat(text.exitCode()).as(text.err()).isEqualTo(ExitCode.OK);
    assertThat(text.out())
        .contains("  0: 9@0.1 → 3@0.3 → 1@1")
        .contains("fidelity levels: [0.1, 0.3, 0.6, 0.9, 1]")
        .contains("new trials, 6.8 share with checkpoints")
        .contains("budget: 12.5 = ")
        .contains("loss at a level: the best of its values up to there (objective.strategy: best)");
    assertThat(json.out()).contains("\"resource\"").contains("0.3").contains("\"best\"");
  }

  @Test
  void shouldNameTheNearestMultiples() throws IOException {
    Path file =
        Files.writeString(folder.resolve("study.yaml"), STUDY.replace("min: 0.1", "min: 0.25"));

    CliRun run = CliRun.in(folder, "study", "apply", file.toString(), "--dry-run");

    assertThat(run.exitCode()).isNotEqualTo(ExitCode.OK);
    assertThat(run.err()).contains("must be a multiple of step 0.1, was 0.25; write 0.2 or 0.3");
  }
}
