package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.RequestedState;
import io.flexhb.core.study.StudyState;
import io.flexhb.core.study.StudyStatus;
import io.flexhb.core.study.Trial;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.StartupException;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.standalone.registry.RegistryConfig;
import io.flexhb.standalone.registry.RegistryProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A trainer in another language that has only the documents to go by: {@code
 * examples/python/trainer.py} over librdkafka and a real schema registry.
 */
@Timeout(180)
class PythonTrainerIT {

  /** Names a Python that has the packages, when {@code python3} has not. */
  private static final String PYTHON_VARIABLE = "FLEXHB_PYTHON";

  /** Takes its time over each epoch and writes down how many it has trained, in one file. */
  private static final String SLOW_TRAINER =
      """
      import pathlib, sys, time
      sys.path.insert(0, sys.argv.pop(1))
      import trainer
      trained, train_epoch = pathlib.Path(sys.argv.pop(1)), trainer.train_epoch
      def slow_epoch(model, configuration):
          with trained.open("a") as file:
              file.write("epoch\\n")
          time.sleep(0.05)
          return train_epoch(model, configuration)
      trainer.train_epoch = slow_epoch
      trainer.main()
      """;

  @TempDir private Path folder;

  @Test
  void shouldTuneATrainerInPython() throws Exception {
    String python = python();
    ToyStudy study =
        ToyStudy.named("python")
            .with(
                "space",
                """
                {"lr": {"type": "double", "low": 0.001, "high": 0.5, "log": true},
                 "momentum": {"type": "double", "low": 0, "high": 0.9}}
                """)
            .with("limits", "{\"loops\": 1}");
    try (RegistryProcess registry = registry();
        TunerHarness harness = harness(registry);
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      List<Process> trainers =
          List.of(trainer(python, harness, study), trainer(python, harness, study));
      try {
        StudyState state = journal.untilOver();
        for (Process trainer : trainers) {
          assertThat(trainer.waitFor(30, TimeUnit.SECONDS)).as("the trainer was let go").isTrue();
          assertThat(trainer.exitValue()).isZero();
        }

        assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
        assertThat(state.best()).isPresent();
        for (Trial trial : state.trials()) {
          assertThat(trial.failures()).as("failures of %s", trial).isZero();
        }
        StudyAssertions.assertExactlyOnce(harness, study);
        assertThat(
                tuner
                    .metrics()
                    .registry()
                    .get("flexhb.inputs")
                    .tag("outcome", "rerouted")
                    .counter()
                    .count())
            .as("records on another partition than Java clients use")
            .isZero();
      } finally {
        trainers.forEach(Process::destroyForcibly);
      }
    }
  }

  /**
   * A worker reads what is said to all workers of its study. One command an epoch is too few: a
   * STOP behind those of others would be seen when there is nothing left to stop.
   */
  @Test
  void shouldHearAStopBehindTheCommandsOfManyOthersInTheMiddleOfARung() throws Exception {
    String python = python();
    int epochs = 200;
    ToyStudy study =
        ToyStudy.named("python-stop")
            .with(
                "space",
                """
                {"lr": {"type": "double", "low": 0.001, "high": 0.5, "log": true},
                 "momentum": {"type": "double", "low": 0, "high": 0.9}}
                """)
            .with("resource", "{\"max\": " + epochs + "}")
            .with("brackets", "\"none\"")
            .with("limits", "{\"trials\": 1}");
    Path script = Files.writeString(folder.resolve("slow.py"), SLOW_TRAINER);
    Path trained = folder.resolve("trained");
    try (RegistryProcess registry = registry();
        TunerHarness harness = harness(registry);
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      Process trainer =
          start(
              List.of(
                  python,
                  script.toString(),
                  repository().resolve("examples/python").toString(),
                  trained.toString()),
              harness,
              study);
      try {
        journal.until("the first epochs", () -> epochsIn(trained) >= 3);
        for (int i = 0; i < epochs; i++) {
          harness.send(harness.topics().commands(), study.name(), toAnother(study, i));
        }
        harness.wish(study, RequestedState.CANCELLED);
        StudyState state = journal.untilOver();
        int whenStopped = epochsIn(trained);
        assertThat(trainer.waitFor(30, TimeUnit.SECONDS)).as("the trainer was let go").isTrue();

        assertThat(trainer.exitValue()).isZero();
        assertThat(state.status()).isEqualTo(StudyStatus.CANCELLED);
        assertThat(epochsIn(trained))
            .as("epochs trained, %d of them when the study was cancelled", whenStopped)
            .isLessThan(epochs / 2);
        assertThat(tuner.state()).isEqualTo(TunerService.State.RUNNING);
      } finally {
        trainer.destroyForcibly();
      }
    }
  }

  private static int epochsIn(Path trained) {
    try {
      return Files.exists(trained) ? Files.readAllLines(trained).size() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Command toAnother(ToyStudy study, int number) {
    return new Command(
        study.name(),
        study.incarnation(),
        "for-another-" + number,
        CommandKind.WAIT,
        "another",
        0,
        (long) number,
        -1,
        0,
        0L,
        0L,
        null,
        null,
        500L,
        3000L,
        "",
        Instant.now());
  }

  private static TunerHarness harness(RegistryProcess registry) {
    return TunerHarness.on(
        BrokerForTests.shared(), Map.of("schema.registry.url", registry.url().toString()));
  }

  private Process trainer(String python, TunerHarness harness, ToyStudy study) throws IOException {
    Path script = repository().resolve("examples/python/trainer.py");
    return start(List.of(python, script.toString()), harness, study);
  }

  private Process start(List<String> program, TunerHarness harness, ToyStudy study)
      throws IOException {
    Map<String, String> settings = harness.settings("a");
    List<String> command = new ArrayList<>(program);
    command.addAll(
        List.of(
            "--study",
            study.name(),
            "--bootstrap-servers",
            settings.get("bootstrap.servers"),
            "--registry",
            settings.get("schema.registry.url"),
            "--prefix",
            settings.get("topic.prefix"),
            "--checkpoints",
            folder.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** A Python with the packages of the example; without one the test is left out. */
  private static String python() throws InterruptedException {
    Optional<String> found =
        Stream.of(
                System.getenv(PYTHON_VARIABLE),
                repository().resolve("target/python/bin/python3").toString(),
                "python3")
            .filter(python -> python != null && hasPackages(python))
            .findFirst();
    if (found.isEmpty()) {
      throw leaveOut("no python3 with confluent-kafka[avro,schemaregistry]");
    }
    return found.get();
  }

  private static boolean hasPackages(String python) {
    String imports = "import confluent_kafka.schema_registry.avro";
    try {
      return new ProcessBuilder(python, "-c", imports)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException noSuchProgram) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static RegistryProcess registry() {
    try {
      return RegistryProcess.start(RegistryConfig.of(System.getenv()));
    } catch (StartupException notFetched) {
      throw leaveOut(notFetched.getMessage());
    }
  }

  private static RuntimeException leaveOut(String reason) {
    System.err.println("Skipped PythonTrainerIT: " + reason);
    return Assumptions.abort(reason);
  }

  /** The tests run in their module's folder, or above it. */
  private static Path repository() {
    Path here = Path.of("").toAbsolutePath();
    return Files.isDirectory(here.resolve("examples")) ? here : here.getParent();
  }
}
