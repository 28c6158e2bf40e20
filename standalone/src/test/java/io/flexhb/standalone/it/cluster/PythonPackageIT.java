package io.flexhb.standalone.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.TrialEvent;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import io.flexhb.standalone.registry.RegistryProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The package in {@code trial-emitter/python}: its own tests, and what befalls its processes. */
@Tag("long")
@Timeout(600)
class PythonPackageIT {

  /** More than lease and half a lease, after which a silent attempt would be lost. */
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("flexhb.test.outage.seconds", 8));

  @TempDir private Path folder;
  private PythonForTests python;
  private RegistryProcess registry;
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void findPython() throws InterruptedException {
    python = PythonForTests.with(getClass(), "pytest");
    registry = PythonForTests.registry(getClass());
  }

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
    if (registry != null) {
      registry.close();
    }
  }

  @Test
  void shouldPassItsOwnTests() throws Exception {
    try (TunerHarness harness = sharedBroker();
        TunerService tuner = harness.startTuner("a")) {
      Process tests =
          start(
              harness,
              "-m",
              "pytest",
              "-q",
              "-p",
              "no:cacheprovider",
              "--basetemp=" + folder.resolve("pytest"),
              PythonForTests.packageFolder().resolve("tests"));

      assertThat(tests.waitFor(500, TimeUnit.SECONDS)).as("the tests came to an end").isTrue();
      assertThat(tests.exitValue()).as("the exit code of pytest").isZero();
      assertThat(tuner.failure()).isEmpty();
    }
  }

  @Test
  void shouldKeepAllGuaranteesWithThreeProcessesOfTwoThreads() throws Exception {
    ToyStudy study = ToyStudy.named("python-package").with("limits", "{\"budget\": 150}");
    try (TunerHarness harness = sharedBroker();
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      List<Process> workers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        workers.add(worker(harness, study, "w" + i, "--threads", "2"));
      }
      journal.untilOver();
      awaitReleased(workers);

      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      StudyAssertions.assertNoAttemptWasLost(journal);
      StudyAssertions.assertNothingWasTrainedTwice(state, trained().size());
      assertEachResumeWasRight(state);
      assertThat(rerouted(tuner)).as("records on another partition than Java clients use").isZero();
    }
  }

  @Test
  void shouldTrainTenthsOfAnEpochAndResumeAtThem() throws Exception {
    ToyStudy study =
        ToyStudy.named("python-tenths")
            .with("resource", "{\"min\": 0.1, \"max\": 0.9, \"step\": 0.1}")
            .with("limits", "{\"budget\": 8}");
    try (TunerHarness harness = sharedBroker();
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      List<Process> workers =
          List.of(
              worker(harness, study, "w0", "--step", "0.1"),
              worker(harness, study, "w1", "--step", "0.1", "--threads", "2"));
      journal.untilOver();
      awaitReleased(workers);

      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(state.trials()).anyMatch(trial -> trial.status() == TrialStatus.COMPLETED);
      StudyAssertions.assertNoAttemptWasLost(journal);
      StudyAssertions.assertNothingWasTrainedTwice(state, trained().size());
      assertEachResumeWasRight(state);
      assertThat(resumes()).as("steps at which attempts went on").isNotEmpty();
      assertThat(tuner.failure()).isEmpty();
    }
  }

  @Test
  void shouldLoseNoReportInAnOutageOfTheBrokerLongerThanALease() throws Exception {
    ToyStudy study =
        ToyStudy.named("python-outage")
            .with("limits", "{\"budget\": 120}")
            .with("trial", "{\"lease\": \"5s\", \"startTimeout\": \"5s\", \"wait\": \"500ms\"}");
    try (BrokerForTests broker = BrokerForTests.own();
        TunerHarness harness = TunerHarness.on(broker, PythonForTests.settings(registry));
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      List<Process> workers =
          List.of(
              worker(harness, study, "w0", "--pace", "0.1"),
              worker(harness, study, "w1", "--pace", "0.1", "--threads", "2"));
      journal.until("some boundaries", () -> journal.entries().size() > 20);

      broker.stop();
      Await.pause(OUTAGE);
      assertThat(journal.isOver()).as("the study was over before the outage").isFalse();
      broker.start();

      journal.untilOver();
      awaitReleased(workers);
      StudyState state = StudyAssertions.assertExactlyOnce(harness, study);
      StudyAssertions.assertNoAttemptWasLost(journal);
      StudyAssertions.assertNothingWasTrainedTwice(state, trained().size());
      assertEachResumeWasRight(state);
      assertThat(tuner.failure()).isEmpty();
    }
  }

  @Test
  void shouldGoOnElsewhereFromTheCheckpointAfterAKillAndAfterATermination() throws Exception {
    ToyStudy study =
        ToyStudy.named("python-killed")
            .with("brackets", "\"none\"")
            .with("resource", "{\"max\": 27}")
            .with("limits", "{\"trials\": 2}");
    try (TunerHarness harness = sharedBroker();
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      Process killed = worker(harness, study, "killed", "--pace", "0.2");
      Process ended = worker(harness, study, "ended", "--pace", "0.2");
      journal.until("some epochs of both", () -> epochsOf(0) >= 3 && epochsOf(1) >= 3);

      killed.destroyForcibly();
      ended.destroy();
      assertThat(ended.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(ended.exitValue()).isEqualTo(143);
      Process heir = worker(harness, study, "heir");
      StudyState state = journal.untilOver();
      awaitReleased(List.of(heir));

      for (Trial trial : state.trials()) {
        assertThat(trial.attempt()).as("attempts of %s", trial).isEqualTo(2);
      }
      assertThat(journal.facts(Fact.AttemptLost.class)).hasSize(2);
      assertThat(endReasons(journal)).containsExactly(EndReason.PREEMPTED);
      assertThat(state.trials().toJavaStream().mapToInt(Trial::failures).sum())
          .as("failures: that of the killed one")
          .isEqualTo(1);
      assertEachResumeWasRight(state);
      assertThat(resumes()).as("attempts that began anew").hasSize(2).doesNotContain(1L);
      assertThat(tuner.failure()).isEmpty();
    }
  }

  /** What is said to all workers of a study must not delay what is said to one. */
  @Test
  void shouldHearAStopBehindTheCommandsOfManyOthersInTheMiddleOfARung() throws Exception {
    int epochs = 200;
    ToyStudy study =
        ToyStudy.named("python-stop")
            .with("resource", "{\"max\": " + epochs + "}")
            .with("brackets", "\"none\"")
            .with("limits", "{\"trials\": 1}");
    try (TunerHarness harness = sharedBroker();
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      Process worker = worker(harness, study, "w0", "--pace", "0.05");
      journal.until("the first epochs", () -> epochsOf(0) >= 3);
      for (int i = 0; i < epochs; i++) {
        harness.send(harness.topics().commands(), study.name(), toAnother(study, i));
      }
      harness.wish(study, RequestedState.CANCELLED);
      StudyState state = journal.untilOver();
      awaitReleased(List.of(worker));

      assertThat(state.status()).isEqualTo(StudyStatus.CANCELLED);
      assertThat(epochsOf(0)).as("epochs trained").isLessThan(epochs / 2);
      assertThat(tuner.state()).isEqualTo(TunerService.State.RUNNING);
    }
  }

  private TunerHarness sharedBroker() {
    return TunerHarness.on(BrokerForTests.shared(), PythonForTests.settings(registry));
  }

  private Process start(TunerHarness harness, Object... arguments) throws IOException {
    Process process = python.start(harness, List.of(arguments));
    started.add(process);
    return process;
  }

  private Process worker(TunerHarness harness, ToyStudy study, String name, String... more)
      throws IOException {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                PythonForTests.packageFolder().resolve("tests/broker/toy.py"),
                study.name(),
                "--worker",
                name,
                "--checkpoints",
                folder.resolve("checkpoints"),
                "--trained",
                folder.resolve("trained")));
    arguments.addAll(List.of(more));
    return start(harness, arguments.toArray());
  }

  private static void awaitReleased(List<Process> workers) throws InterruptedException {
    for (Process worker : workers) {
      assertThat(worker.waitFor(30, TimeUnit.SECONDS)).as("the worker was let go").isTrue();
      assertThat(worker.exitValue()).as("exit code of the worker").isZero();
    }
  }

  /** Trial, attempt, epoch and loss before its factor, of each epoch in the order trained. */
  private List<long[]> trained() {
    Path file = folder.resolve("trained");
    try {
      List<long[]> epochs = new ArrayList<>();
      for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
        String[] words = line.split(" ");
        if (words.length == 4) {
          long[] numbers = new long[4];
          for (int i = 0; i < 4; i++) {
            numbers[i] = Long.parseLong(words[i]);
          }
          epochs.add(numbers);
        }
      }
      return epochs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long epochsOf(int trial) {
    return trained().stream().filter(epoch -> epoch[0] == trial).count();
  }

  /** The first epochs of attempts after the first. */
  private List<Long> resumes() {
    Set<List<Long>> seen = new HashSet<>();
    List<Long> first = new ArrayList<>();
    for (long[] epoch : trained()) {
      if (seen.add(List.of(epoch[0], epoch[1])) && epoch[1] > 1) {
        first.add(epoch[2]);
      }
    }
    return first;
  }

  /** The state is a sum over all epochs: any other checkpoint than the right one gives another. */
  private void assertEachResumeWasRight(StudyState state) {
    assertThat(state.trials()).isNotEmpty();
    for (long[] epoch : trained()) {
      assertThat(epoch[3])
          .as("trial %d, attempt %d at %d", epoch[0], epoch[1], epoch[2])
          .isEqualTo(epoch[2] * (epoch[2] + 1) / 2);
    }
  }

  private static List<EndReason> endReasons(JournalTail journal) {
    return journal.entries().stream()
        .map(entry -> entry.getInput())
        .filter(TrialEvent.class::isInstance)
        .map(input -> ((TrialEvent) input).getEndReason())
        .filter(reason -> reason != null)
        .toList();
  }

  private static double rerouted(TunerService tuner) {
    return tuner
        .metrics()
        .registry()
        .get("flexhb.inputs")
        .tag("outcome", "rerouted")
        .counter()
        .count();
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
        Instant.now(),
        null);
  }
}
