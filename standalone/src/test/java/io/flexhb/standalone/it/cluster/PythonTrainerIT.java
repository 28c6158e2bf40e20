package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.file.Files;
import java.nio.file.Path;
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
        TunerHarness harness =
            TunerHarness.on(
                BrokerForTests.shared(), Map.of("schema.registry.url", registry.url().toString()));
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

  private Process trainer(String python, TunerHarness harness, ToyStudy study) throws IOException {
    Path script = repository().resolve("examples/python/trainer.py");
    Map<String, String> settings = harness.settings("a");
    return new ProcessBuilder(
            python,
            script.toString(),
            "--study",
            study.name(),
            "--bootstrap-servers",
            settings.get("bootstrap.servers"),
            "--registry",
            settings.get("schema.registry.url"),
            "--prefix",
            settings.get("topic.prefix"),
            "--checkpoints",
            folder.toString())
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
