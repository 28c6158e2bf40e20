package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.standalone.registry.RegistryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example in {@code examples/python}, as a reader of its page would run it, twice. */
@Timeout(180)
class PythonTrainerIT {

  @TempDir private Path folder;

  @Test
  void shouldTuneATrainerInPython() throws Exception {
    PythonForTests python = PythonForTests.with(getClass());
    ToyStudy study =
        ToyStudy.named("python")
            .with(
                "space",
                """
                {"lr": {"type": "double", "low": 0.001, "high": 0.5, "log": true},
                 "momentum": {"type": "double", "low": 0, "high": 0.9}}
                """)
            .with("limits", "{\"loops\": 1}");
    Path script = PythonForTests.repository().resolve("examples/python/trainer.py");
    List<Process> trainers = new ArrayList<>();
    try (RegistryProcess registry = PythonForTests.registry(getClass());
        TunerHarness harness =
            TunerHarness.on(BrokerForTests.shared(), PythonForTests.settings(registry));
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      for (int i = 0; i < 2; i++) {
        trainers.add(python.start(harness, List.of(script, study.name(), folder)));
      }
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
      StudyAssertions.assertNoAttemptWasLost(journal);
      try (Stream<Path> saved = Files.walk(folder)) {
        assertThat(saved.filter(file -> file.endsWith("model.json")))
            .as("checkpoints: each trial keeps one, or two once it was stopped")
            .hasSizeBetween(state.trials().size(), 2 * state.trials().size());
      }
      assertThat(tuner.failure()).isEmpty();
    } finally {
      trainers.forEach(Process::destroyForcibly);
    }
  }
}
