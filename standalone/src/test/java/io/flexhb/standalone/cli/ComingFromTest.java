package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each study of the pages for newcomers can be applied as it stands there. */
class ComingFromTest {
  private static final Path PAGE = Path.of("../docs/coming-from.md");
  private static final Pattern STUDY =
      Pattern.compile("```yaml\\n(study: (\\S+)\\n.*?)```", Pattern.DOTALL);

  @TempDir private Path folder;

  static List<String> studies() throws IOException {
    return STUDY.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)).toList();
  }

  @Test
  void shouldHaveAStudyForEachTuner() throws IOException {
    assertThat(STUDY.matcher(Files.readString(PAGE)).results().map(found -> found.group(2)))
        .containsExactly("from-katib", "from-optuna", "from-ray-tune", "from-nni", "from-sweeps");
  }

  @ParameterizedTest
  @MethodSource("studies")
  void shouldPlanEachStudyOfThePage(String study) throws IOException {
    Path file = Files.writeString(folder.resolve("study.yaml"), study);

    CliRun run = CliRun.in(folder, "study", "apply", file.toString(), "--dry-run");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    MatchResult name =
        STUDY.matcher("```yaml\n" + study + "```").results().findFirst().orElseThrow();
    assertThat(run.out()).contains("study " + name.group(2)).contains("brackets of one loop");
  }
}
