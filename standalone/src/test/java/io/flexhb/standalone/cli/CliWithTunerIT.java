package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.client.StudyClient;
import io.flexhb.client.TunerAnswer;
import io.flexhb.service.TunerService;
import io.flexhb.service.config.RawSettings;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.cli.base.ClientConfigs;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.study.StudyFile;
import io.flexhb.standalone.it.Tuners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole round: topics, tuner, study, workers, results, journal. */
class CliWithTunerIT {
  private static final String YAML =
      """
      study: %s
      objective: {metric: value, direction: minimize}
      resource: {max: 9}
      algorithm: flexhb
      space:
        x: {type: double, low: -10, high: 10}
        y: {type: double, low: 0, high: 20}
        z: {type: double, low: 0, high: 10}
      limits: {loops: 1}
      """;

  @TempDir private static Path folder;
  private static Map<String, String> settings;
  private static TunerService tuner;

  @BeforeAll
  static void startTuner() throws IOException {
    String broker = BrokerForTests.shared().bootstrapServers();
    settings =
        Map.of(
            "bootstrap.servers",
            broker,
            "schema.registry.url",
            "mock://cli-with-tuner",
            "topic.prefix",
            BrokerForTests.shared().uniqueName("cli") + ".",
            "flexhb.application.id",
            BrokerForTests.shared().uniqueName("cli-tuner"),
            "flexhb.state.dir",
            folder.resolve("state").toString(),
            "flexhb.topic.partitions",
            "2",
            "flexhb.threads",
            "1");
    StringBuilder file = new StringBuilder();
    settings.forEach((key, value) -> file.append(key).append('=').append(value).append('\n'));
    Files.writeString(folder.resolve("flexhb.properties"), file);
    CliRun topics = run("topics", "apply");
    assertThat(topics.err()).isEmpty();
    assertThat(topics.out().lines()).hasSize(9).allMatch(line -> line.startsWith("created "));
    tuner = TunerService.start(TunerConfig.of(settings, Map.of()));
    Tuners.awaitRunning(tuner);
  }

  @AfterAll
  static void stopTuner() {
    tuner.close();
  }

  @Test
  void shouldFindNothingToDoWhenTheTopicsAreThere() {
    CliRun again = run("topics", "apply");
    CliRun wrong = run("topics", "apply", "--partitions", "3");

    assertThat(again.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(again.out().lines()).hasSize(9).allMatch(line -> line.startsWith("ok "));
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(wrong.err()).contains("has 2 partition(s)");
  }

  @Test
  void shouldTakeAStudyFromItsFileToItsReplay() throws IOException {
    assertThat(apply("round").out()).startsWith("study round created (decision 1)");

    CliRun load = run("simulate", "--studies", "1", "--rate", "0", "--duration", "4", "--keep");
    assertThat(load.err()).isEmpty();
    Map<String, Object> result = StudyFile.parse("out", load.out());
    assertThat((Integer) result.get("reports")).isPositive();
    assertThat(result).containsEntry("undelivered", 0);

    String study = simulatedStudy();
    assertThat(run("best", study).out()).contains("value = ");
    assertThat(run("study", "show", study).out())
        .contains("status: ACTIVE", "bracket 0", "tau of neighbouring levels", "suggestions: ");
    assertThat(run("decisions", study, "--trial", "0").out())
        .contains("create: trial 0 joins bracket 0, its configuration is from fgf (random):");
    assertThat(run("decisions", study, "--trial", "0").out()).contains("grant: START");
    CliRun replay = run("replay", study);
    assertThat(replay.out()).startsWith("identical: ");
    assertThat(replay.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run("study", "delete", study).out()).contains("deleted");
  }

  @Test
  void shouldTryEnqueuedConfigurationsFirst() throws IOException {
    apply("own");
    Path file = folder.resolve("own-configurations.yaml");
    Files.writeString(file, "- {x: 1, y: 2, z: 3}\n- {x: 4, y: 5, z: 6}\n");

    assertThat(run("study", "enqueue", "own", file.toString()).out())
        .startsWith("study own: 2 configuration(s) enqueued (decision 2)");
    assertThat(run("study", "show", "own").out()).contains("0 pending, 0 prepared, 2 enqueued");
    assertThat(run("study", "enqueue", "own", file.toString()).out())
        .contains("nothing to do: each exists already");
    CliRun tooMany = run("study", "enqueue", "own", file.toString(), "--replicate", "10001");
    assertThat(tooMany.exitCode()).isEqualTo(2);
    assertThat(tooMany.err()).contains("20002 trials; enqueue at most 10000");
    assertThat(run("study", "enqueue", "own", file.toString(), "--replicate", "2").exitCode())
        .isEqualTo(ExitCode.OK);
    assertThat(StudyFile.parse("out", run("study", "show", "own", "-o", "json").out()))
        .hasEntrySatisfying(
            "suggestions", counts -> assertThat(counts.toString()).contains("enqueued=4"));

    Files.writeString(file, "{x: 99, y: 2, z: 3}");
    CliRun outside = run("study", "enqueue", "own", file.toString());
    assertThat(outside.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(outside.err()).contains("nothing was sent", "configuration 1: x: must be");
    run("study", "cancel", "own");
    Files.writeString(file, "{x: 9, y: 2, z: 3}");
    CliRun late = run("study", "enqueue", "own", file.toString());
    assertThat(late.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(late.err()).contains("is over");
  }

  @Test
  void shouldImportResultsFromBeforeOnce() throws IOException {
    apply("informed");
    Path file = folder.resolve("results.csv");
    StringBuilder csv = new StringBuilder("x,y,z,resource,value\n");
    for (int i = 0; i < 600; i++) {
      csv.append("%1$s,2,3,1,%2$s\n%1$s,2,3,3,%2$s\n".formatted(i / 100.0, i));
    }
    Files.writeString(file, csv.append("9.5,2,3,9,nan\n"));

    CliRun dry = run("study", "import", "informed", file.toString(), "--dry-run");
    assertThat(dry.err()).isEmpty();
    assertThat(dry.out())
        .contains("601 configuration(s) would be imported, import rows-")
        .contains("values at levels: @1 600  @3 600, failed: 1");
    assertThat(run("study", "show", "informed").out()).doesNotContain("imported:");

    CliRun imported = run("study", "import", "informed", file.toString());
    assertThat(imported.err()).isEmpty();
    assertThat(imported.out()).startsWith("study informed: 601 configuration(s) imported, import");
    assertThat(run("study", "show", "informed").out())
        .contains(
            "imported: 601 configuration(s) by 1 import(s), values at levels: @1 600  @3 600,"
                + " failed: 1")
        .contains("1:3 1 over 512", "trials: 0");
    assertThat(run("study", "import", "informed", file.toString()).out())
        .startsWith("study informed: nothing to do: import rows-")
        .contains("is there already");
    assertThat(run("decisions", "informed").out().lines())
        .filteredOn(line -> line.contains("import 'rows-") && line.contains("data from now on"))
        .as("batches")
        .hasSizeBetween(2, 3);
    assertThat(run("replay", "informed").out()).startsWith("identical: ");

    Files.writeString(file, "x,y,z,resource,value\n99,2,3,9,1\n1,2,3,9,1\n");
    CliRun bad = run("study", "import", "informed", file.toString());
    assertThat(bad.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(bad.err()).contains("1 row(s) cannot be imported, nothing was sent", "line 2: x:");
    assertThat(run("study", "import", "nobody", file.toString()).exitCode()).isEqualTo(ExitCode.NO);
    assertThat(run("study", "import", "informed").err()).contains("give a FILE or --from-study");
    assertThat(run("study", "import", "informed", file.toString(), "--import-id", "a b").err())
        .contains("--import-id 'a b': use 1 to 100 of the characters");

    run("study", "pause", "informed");
    CliRun paused =
        run(
            "study",
            "import",
            "informed",
            file.toString(),
            "--skip-invalid",
            "--import-id",
            "mine");
    assertThat(paused.err()).contains("1 row(s) cannot be imported and are left out");
    assertThat(paused.out()).contains("1 configuration(s) imported, import mine");
    assertThat(run("study", "show", "informed").out())
        .as("it was known")
        .contains("imported: 601 configuration(s) by 2 import(s)");
    Files.writeString(file, "x,y,z,resource,value\n1,2,3,6,1\n");
    CliRun changed = run("study", "import", "informed", file.toString(), "--import-id", "mine");
    assertThat(changed.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(changed.err()).contains("has an import 'mine' already, and 1 row(s) of these");
    run("study", "cancel", "informed");
    CliRun late = run("study", "import", "informed", file.toString(), "--skip-invalid");
    assertThat(late.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(late.err()).contains("is over and takes no more data");
  }

  @Test
  void shouldImportWhatAnotherStudyMeasured() throws IOException {
    CliRun load = run("simulate", "--studies", "1", "--rate", "0", "--duration", "4", "--keep");
    assertThat(load.err()).isEmpty();
    String other = simulatedStudy();
    Map<String, Object> definition =
        StudyFile.parse("out", run("study", "show", other, "-o", "json").out());
    assertThat(definition).containsKey("trials");
    apply("heir");

    CliRun imported = run("study", "import", "heir", "--from-study", other);

    assertThat(imported.err()).isEmpty();
    assertThat(imported.out()).contains("configuration(s) imported, import rows-", "@1 ");
    assertThat(run("study", "import", "heir", "--from-study", "nobody").exitCode())
        .isEqualTo(ExitCode.NO);
    assertThat(run("replay", "heir").out()).startsWith("identical: ");
    apply("childless");
    CliRun nothing = run("study", "import", "heir", "--from-study", "childless");
    assertThat(nothing.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(nothing.err()).contains("no trial of study 'childless' has a value of 'value'");
    run("study", "delete", other);
  }

  @Test
  void shouldPauseResumeAndCancel() throws IOException {
    apply("wishes");

    assertThat(run("study", "pause", "wishes").out()).contains("study wishes paused");
    assertThat(run("study", "show", "wishes").out()).contains("status: PAUSED");
    assertThat(run("study", "resume", "wishes").out()).contains("study wishes active");
    assertThat(run("study", "cancel", "wishes").out()).contains("study wishes cancelled");
    assertThat(run("study", "show", "wishes").out()).contains("status: CANCELLED");
  }

  @Test
  void shouldMakeAStudyAnewAfterItWasDeleted() throws IOException {
    apply("again");
    assertThat(run("study", "delete", "again").exitCode()).isEqualTo(ExitCode.OK);

    CliRun anew = apply("again", "--new");

    assertThat(anew.err()).isEmpty();
    assertThat(anew.out()).startsWith("study again created");
    assertThat(run("study", "show", "again").out()).contains("status: ACTIVE");
  }

  @Test
  void shouldPassOnWhyTheTunerRefusesARecord() {
    try (StudyClient client =
        StudyClient.connect(ClientConfigs.of(RawSettings.none().with("test", settings)))) {
      Study broken =
          new Study(
              "broken", UUID.randomUUID(), RequestedState.ACTIVE, "{}", Instant.ofEpochMilli(1));

      TunerAnswer outcome = client.send(List.of(broken), Duration.ofSeconds(20)).get(0);

      assertThat(outcome)
          .isInstanceOfSatisfying(
              TunerAnswer.Refused.class,
              refused -> assertThat(refused.reason()).contains("objective: is missing"));
    }
  }

  private static CliRun apply(String study, String... more) throws IOException {
    Path file = folder.resolve(study + ".yaml");
    Files.writeString(file, YAML.formatted(study));
    return run(
        Stream.concat(Stream.of("study", "apply", file.toString()), Stream.of(more))
            .toArray(String[]::new));
  }

  private static CliRun run(String... args) {
    String file = folder.resolve("flexhb.properties").toString();
    return CliRun.in(
        folder, Stream.concat(Stream.of(args), Stream.of("-c", file)).toArray(String[]::new));
  }

  /** A study that {@code simulate} kept. */
  private static String simulatedStudy() {
    return run("study", "list")
        .out()
        .lines()
        .filter(line -> line.startsWith("simulated-"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .findFirst()
        .orElseThrow();
  }
}
