package io.flexhb.standalone.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.cli.CliRun;
import io.flexhb.standalone.cli.base.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** An invalid command line is reported before the broker is contacted. */
class AgentCommandTest {

  @TempDir private Path folder;

  @Test
  void shouldWantACommand() {
    CliRun run = CliRun.in(folder, "agent", "--study", "mnist");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("-- python train.py --lr {lr}");
  }

  @Test
  void shouldTakeACommandOrAShell() {
    CliRun run = CliRun.in(folder, "agent", "--study", "mnist", "--shell", "a | b", "--", "c");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("not both");
  }

  @ParameterizedTest
  @CsvSource({
    "--boundary, sideways, 'exit, hold, restart'",
    "--early-end, maybe, 'converged, failed'",
    "--values, all, 'first, latest'",
    "--counts, down, 'absolute, since-resume'",
    "--first, 2, 'give 0 or 1'",
    "--infeasible, 0, 'give 1 to 255'",
    "--pattern, loss (.*), (?<resource>...)",
    "--source, http://example.org/x, tensorboard:FOLDER"
  })
  void shouldNameWhatCanBeGiven(String option, String value, String choices) {
    CliRun run = CliRun.in(folder, "agent", "--study", "mnist", option, value, "--", "train");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains(value).contains(choices);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 1",
    "--slots 3, 3",
    "'--gpus 0,1', 2",
    "'--gpus 0,1 --slots-per-gpu 2', 4",
    "'--gpus 0,1 --slots-per-gpu 2 --slots 3', 3"
  })
  void shouldMakeSlotsForEachGpu(String words, int slots) {
    AgentOptions options = new AgentOptions();
    new CommandLine(options).parseArgs(words.isEmpty() ? new String[0] : words.split(" "));

    assertThat(options.slots(options.gpus())).isEqualTo(slots);
  }
}
