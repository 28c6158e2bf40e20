package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.cli.base.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Problems are reported before anything starts. */
class StartChecksTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "FLEXHB_TOPIC_PARTITIONS, none, flexhb.topic.partitions must be a whole number",
    "FLEXHB_KAFKA_PROCESSING_GUARANTEE, at_least_once, kafka.processing.guarantee",
    "FLEXHB_KAFKA_COMMIT_INTERVAL_MS, 50, set flexhb.commit.interval.ms instead",
    "FLEXHB_KAFKA_POLL_MS, often, poll.ms",
    "FLEXHB_MAVEN_REPO, a mirror, FLEXHB_MAVEN_REPO must be an address"
  })
  void shouldRefuseAWrongVariableBeforeDevStartsAnything(
      String variable, String value, String told) {
    assertThatDevRefuses(told, "0", Map.of(variable, value));
  }

  @Test
  void shouldTellAllThatIsWrongBeforeDevStartsAnything() {
    assertThatDevRefuses(
        """
        flexhb: 4 settings are wrong:
          --registry-port must be 0 (free) to 65535, is 65536
          FLEXHB_MAVEN_REPO must be an address such as https://repo.maven.apache.org/maven2, is none
          unknown variable FLEXHB_STATE_DIRS; did you mean FLEXHB_STATE_DIR?
          flexhb.threads must be a whole number from 1 to 1000, was '0' (from FLEXHB_THREADS)
        """,
        "65536",
        Map.of("FLEXHB_THREADS", "0", "FLEXHB_STATE_DIRS", "d", "FLEXHB_MAVEN_REPO", "none"));
  }

  @Test
  void shouldTellAllThatIsInTheWayOfDevsData() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.createFile(data.resolve("registry"));
    Files.createFile(data.resolve("state"));
    Files.createDirectories(data.resolve("client.properties"));

    CliRun run = CliRun.in(folder, "dev", "--data", data.toString(), "--broker-port", "0");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            """
            flexhb: dev cannot keep its data in DATA, give another folder with --data:
              DATA/registry must be a folder that this user may write
              DATA/state must be a folder that this user may write
              DATA/client.properties must be a file that this user may write
            """
                .replace("DATA", data.toString()));
    assertThat(data.resolve("broker")).doesNotExist();
  }

  @Test
  void shouldRefuseAFileAsTheFolderOfDevsData() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    CliRun run = CliRun.in(folder, "dev", "--data", file.resolve("data").toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains(file + " must be a folder").doesNotContain("broker");
  }

  @Test
  void shouldRefuseAStudyOfOtherHyperparametersBeforeTheDemoStarts() throws IOException {
    Path study = folder.resolve("study.yaml");
    Files.writeString(
        study,
        """
        study: mine
        objective: {metric: error, direction: minimize}
        resource: {max: 27}
        space: {lr: {type: double, low: 1e-4, high: 1}}
        limits: {budget: 27}
        """);

    CliRun run = CliRun.in(folder, "demo", "--study", study.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .contains("study.yaml: space: must have the parameters [batchSize, ", "has [lr]");
  }

  @Test
  void shouldTellAllThatIsWrongBeforeTheDemoStarts() {
    CliRun run =
        CliRun.in(folder, "demo", "--workers", "0", "--budget", "0", "--preset", "hyperbnad");

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .contains("--workers must be from 1 to 64, is 0", "limits.budget: ", "'hyperband'");
    assertThat(CliRun.in(folder, "demo", "--workers", "65").err())
        .isEqualTo("flexhb: --workers must be from 1 to 64, is 65\n");
  }

  @Test
  void shouldRefuseAJournalThatCannotBeWrittenBeforeTheDemoStarts() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    for (Path journal : List.of(file.resolve("journal.avro"), folder)) {
      CliRun run = CliRun.in(folder, "demo", "--journal", journal.toString());

      assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("cannot write " + journal, "--journal");
    }
  }

  private void assertThatDevRefuses(
      String told, String registryPort, Map<String, String> environment) {
    Path data = folder.resolve("data");

    CliRun run =
        CliRun.in(
            folder,
            environment,
            "dev",
            "--data",
            data.toString(),
            "--broker-port",
            "0",
            "--registry-port",
            registryPort);

    assertThat(run.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains(told).doesNotContain("\tat ");
    assertThat(run.out()).isEmpty();
    assertThat(data).doesNotExist();
  }
}
