package io.flexhb.standalone.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.EndReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.flexhb.emitter.agent.Agent;
import io.flexhb.emitter.agent.AgentSettings;
import io.flexhb.emitter.agent.BoundaryMode;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.it.Await;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents, brokers and machines that end in mid-run. */
@Timeout(180)
@Tag("long")
class AgentLifeIT {

  private static final int EPOCHS = 60;

  /**
   * For agents that are killed in mid-run: on a busy machine the first trial is well advanced when
   * the fourth begins, and must still have something to train afterwards.
   */
  private static final int MANY_EPOCHS = 2 * EPOCHS;

  private static final Duration LEASE = Duration.ofSeconds(3);

  /** Trains ten epochs a second, saves each, and records its process id. */
  private static final String SLOW =
      """
      until=$1 folder=$2 checkpoint=$3
      echo $$ >> pids
      trap 'echo told to end; exit 0' TERM
      epoch=0
      [ -n "$checkpoint" ] && . "$checkpoint/state"
      while [ "$epoch" -lt "$until" ]; do
        sleep 0.1
        epoch=$((epoch + 1))
        echo "epoch $epoch loss=0.$((1000 - epoch))"
        echo "epoch=$epoch" > "$folder/state.new" && mv "$folder/state.new" "$folder/state"
        echo "$epoch" > "$folder/resource.new" && mv "$folder/resource.new" "$folder/resource"
      done
      """;

  private static final List<String> OPTIONS =
      List.of("--slots", "4", "--boundary", "exit", "--grace", "10", "--");

  @TempDir private Path folder;
  private AgentRig rig;

  @BeforeEach
  void prepare() {
    rig = AgentRig.of(folder, SLOW);
  }

  /** Trials are trained to their end in one go. */
  private static ToyStudy study(String name, int trials) {
    return study(name, trials, EPOCHS);
  }

  private static ToyStudy study(String name, int trials, int epochs) {
    return ToyStudy.named(name)
        .with("resource", "{\"min\": %d, \"max\": %d}".formatted(epochs, epochs))
        .with("limits", "{\"trials\": %d}".formatted(trials))
        .with("trial", "{\"lease\": \"%ds\", \"wait\": \"500ms\"}".formatted(LEASE.toSeconds()));
  }

  @Test
  void shouldGoOnElsewhereWhenAnAgentIsKilled() throws Exception {
    ToyStudy study = study("killed", 4, MANY_EPOCHS);
    try (Setting on = new Setting(TunerHarness.onSharedBroker(), study);
        AgentProcess agent = agent(on, "first")) {
      List<Long> children = on.untilFourHaveSaved();
      Map<Integer, Long> saved = on.savedResources();
      try (Background second = on.background("second")) {
        agent.kill();
        long killed = System.nanoTime();

        Await.until(() -> "processes of a killed agent", () -> noneRuns(children));
        on.journal.until("four second attempts", () -> on.startedAnew() == 4);
        Duration elsewhere = Duration.ofNanos(System.nanoTime() - killed);

        assertThat(elsewhere).isLessThan(LEASE.multipliedBy(3).dividedBy(2).plusSeconds(5));
        on.assertAllCompletedFrom(saved);
        second.awaitEnd();
      }
    }
  }

  @Test
  void shouldGoOnAtOnceWhenAnAgentComesBackUnderItsName() throws Exception {
    ToyStudy study =
        study("back", 4, MANY_EPOCHS)
            .with("trial", "{\"lease\": \"60s\", \"wait\": \"500ms\", \"startTimeout\": \"60s\"}");
    try (Setting on = new Setting(TunerHarness.onSharedBroker(), study);
        AgentProcess agent = agent(on, "first")) {
      on.untilFourHaveSaved();
      Map<Integer, Long> saved = on.savedResources();
      agent.kill();
      long killed = System.nanoTime();
      try (Background again = on.background("first")) {
        on.journal.until("four second attempts", () -> on.startedAnew() == 4);

        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(20));
        on.assertAllCompletedFrom(saved);
        again.awaitEnd();
      }
    }
  }

  @Test
  void shouldTrainOnWithoutABrokerAndLoseNoReport() throws Exception {
    ToyStudy study = study("outage", 2);
    try (BrokerForTests broker = BrokerForTests.own();
        Setting on = new Setting(TunerHarness.on(broker, Map.of()), study);
        Background agent = on.background("agent")) {
      on.journal.until("reports", () -> on.trials() == 2 && pids().size() == 2);

      broker.stop();
      Thread.sleep(1000L * Integer.getInteger("flexhb.test.outage.seconds", 5));
      broker.start();

      assertAllWasReportedInTheFirstAttempt(on);
      agent.awaitEnd();
    }
  }

  @Test
  void shouldTrainOnWithoutATunerAndLoseNoReport() throws Exception {
    ToyStudy study = study("tunerless", 2);
    try (Setting on = new Setting(TunerHarness.onSharedBroker(), study);
        Background agent = on.background("agent")) {
      on.journal.until("reports", () -> on.trials() == 2 && pids().size() == 2);

      on.tuner.close();
      Await.pause(LEASE.multipliedBy(2));
      try (TunerService again = on.harness.startTuner("a")) {
        assertAllWasReportedInTheFirstAttempt(on);
        agent.awaitEnd();
        assertThat(again.failure()).isEmpty();
      }
    }
  }

  private static void assertAllWasReportedInTheFirstAttempt(Setting on) {
    StudyState state = on.journal.untilOver();
    for (Trial trial : state.trials()) {
      assertThat(trial.status()).isEqualTo(TrialStatus.COMPLETED);
      assertThat(trial.attempt()).isEqualTo(1);
      assertThat(AgentRig.reported(on.harness, trial.number(), 1))
          .containsExactlyElementsOf(LongStream.rangeClosed(1, EPOCHS).boxed().toList());
    }
  }

  @Test
  void shouldSendWhatAnAgentThatIsKilledInAnOutageHasKept() throws Exception {
    // Reports of an attempt that was given up meanwhile would be late.
    ToyStudy study =
        study("kept", 1, 150).with("trial", "{\"lease\": \"60s\", \"wait\": \"500ms\"}");
    try (BrokerForTests broker = BrokerForTests.own();
        Setting on = new Setting(TunerHarness.on(broker, Map.of()), study);
        AgentProcess agent = agent(on, "first")) {
      on.journal.until("a trial that saved", () -> on.saved() == 1);
      broker.stop();
      long atOutage = trained();
      Await.until(() -> "epochs in the outage", () -> trained() >= atOutage + 10);
      agent.kill();
      long atKill = trained();
      broker.start();
      try (Background again = on.background("first")) {
        StudyState state = on.journal.untilOver();

        assertThat(state.trials().get(0).status()).isEqualTo(TrialStatus.COMPLETED);
        List<Long> reported = AgentRig.reported(on.harness, 0, 1);
        assertThat(reported)
            .as("reports of the killed agent, which had trained %d epochs", atKill)
            .containsExactlyElementsOf(LongStream.rangeClosed(1, reported.size()).boxed().toList())
            .hasSizeGreaterThanOrEqualTo((int) atOutage + 8);
        assertThat(state.trials().get(0).attempt()).as("attempts").isEqualTo(2);
        assertThat(AgentRig.reported(on.harness, 0, 2).get(0))
            .as("first resource of the attempt that went on")
            .isGreaterThan(atOutage);
        again.awaitEnd();
      }
    }
  }

  @Test
  void shouldGiveTrialsBackWhenTheAgentIsToldToEnd() throws Exception {
    ToyStudy study = study("told", 4, 150);
    try (Setting on = new Setting(TunerHarness.onSharedBroker(), study);
        AgentProcess agent = agent(on, "first")) {
      List<Long> children = on.untilFourHaveSaved();

      agent.terminate();

      assertThat(noneRuns(children)).isTrue();
      for (int trial = 0; trial < 4; trial++) {
        List<TrialEvent> events = AgentRig.events(on.harness, trial);
        TrialEvent last = events.get(events.size() - 1);
        assertThat(last.getKind()).isEqualTo(TrialEventKind.ENDED);
        assertThat(last.getEndReason()).isEqualTo(EndReason.PREEMPTED);
        assertThat(log(study, trial)).contains("told to end");
      }
      Map<Integer, Long> saved = on.savedResources();
      try (Background second = on.background("second")) {
        StudyState state = on.assertAllCompletedFrom(saved);
        assertThat(state.trials().toJavaStream().mapToInt(Trial::failures).sum()).isZero();
        second.awaitEnd();
      }
    }
  }

  @Test
  void shouldHearThatItsTrialsWentOnElsewhereWhileTheMachineSlept() throws Exception {
    ToyStudy study = study("slept", 1);
    try (Setting on = new Setting(TunerHarness.onSharedBroker(), study);
        AgentProcess agent = agent(on, "first")) {
      on.journal.until("a trial that saved", () -> on.saved() == 1);
      List<Long> children = pids();
      try (Background second = on.background("second")) {
        agent.freeze();
        on.journal.until("a second attempt", () -> on.startedAnew() == 1);
        agent.wakeUp();

        Await.until(() -> "the script of the agent that slept", () -> noneRuns(children));
        StudyState state = on.journal.untilOver();
        assertThat(state.trials().get(0).status()).isEqualTo(TrialStatus.COMPLETED);
        assertThat(state.trials().get(0).attempt()).isEqualTo(2);
        second.awaitEnd();
        Await.until(() -> "the agent that slept leaves", () -> !agent.isAlive());
      }
    }
  }

  private AgentProcess agent(Setting on, String worker) {
    List<String> options = new ArrayList<>(OPTIONS);
    options.addAll(rig.command("{until}", "{folder}", "{checkpoint}"));
    options.addAll(
        0, List.of("--state", "state", "--checkpoints", "checkpoints", "--logs", "logs"));
    return AgentProcess.start(on.harness, on.study, folder, worker, options);
  }

  private String log(ToyStudy study, int trial) throws IOException {
    return Files.readString(
        rig.logs().resolve(study.name()).resolve("trial-" + trial).resolve("attempt-1.log"));
  }

  private List<Long> pids() {
    try {
      Path pids = folder.resolve("pids");
      return Files.exists(pids)
          ? Files.readAllLines(pids).stream().map(Long::parseLong).toList()
          : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Epochs that trial 0 has trained in its first attempt, by its log. */
  private long trained() {
    return rig.shown("kept", 0).size();
  }

  private static boolean noneRuns(List<Long> pids) {
    return pids.stream()
        .noneMatch(pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
  }

  /** A tuner and its study. */
  private final class Setting implements AutoCloseable {
    private final TunerHarness harness;
    private final ToyStudy study;
    private final TunerService tuner;
    private final JournalTail journal;

    private Setting(TunerHarness harness, ToyStudy study) {
      this.harness = harness;
      this.study = study;
      this.tuner = harness.startTuner("a");
      this.journal = harness.journal(study);
      harness.apply(study);
    }

    /** An agent in this JVM, of the files of the one of that name. */
    private Background background(String worker) {
      AgentSettings settings =
          rig.settings(
              study, worker, BoundaryMode.EXIT, rig.command("{until}", "{folder}", "{checkpoint}"));
      return new Background(rig.agent(harness, settings, worker));
    }

    private long trials() {
      return journal.state().map(s -> s.trials().size()).orElse(0);
    }

    private long saved() {
      return journal.state().stream()
          .flatMap(s -> s.trials().toJavaStream())
          .filter(t -> t.checkpoint().isPresent())
          .count();
    }

    private List<Long> untilFourHaveSaved() {
      journal.until("four trials that saved", () -> saved() == 4);
      assertThat(pids()).hasSize(4);
      return pids();
    }

    private Map<Integer, Long> savedResources() {
      journal.poll();
      return journal
          .state()
          .orElseThrow()
          .trials()
          .toJavaStream()
          .collect(Collectors.toMap(Trial::number, t -> t.checkpoint().orElseThrow().resource()));
    }

    private long startedAnew() {
      return journal
          .state()
          .orElseThrow()
          .trials()
          .toJavaStream()
          .filter(t -> t.attempt() == 2 && t.started())
          .count();
    }

    private StudyState assertAllCompletedFrom(Map<Integer, Long> saved) {
      StudyState state = journal.untilOver();
      for (Trial trial : state.trials()) {
        assertThat(trial.status()).isEqualTo(TrialStatus.COMPLETED);
        assertThat(AgentRig.reported(harness, trial.number(), 2))
            .as("of %s: %s", trial, AgentRig.events(harness, trial.number()))
            .isNotEmpty()
            .first()
            .satisfies(first -> assertThat(first).isGreaterThan(saved.get(trial.number())));
      }
      StudyAssertions.assertExactlyOnce(harness, study);
      assertThat(tuner.failure()).isEmpty();
      return state;
    }

    @Override
    public void close() {
      journal.close();
      tuner.close();
      harness.close();
    }
  }

  /** An agent in this JVM, on a thread of its own. */
  private static final class Background implements AutoCloseable {
    private final Agent agent;
    private final Thread thread;

    private Background(Agent agent) {
      this.agent = agent;
      this.thread = new Thread(this::run, "agent");
      thread.start();
    }

    private void run() {
      try {
        agent.run();
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }

    private void awaitEnd() throws InterruptedException {
      thread.join(30_000);
      assertThat(thread.isAlive()).as("the agent still runs").isFalse();
    }

    @Override
    public void close() {
      agent.drain(Duration.ZERO);
      try {
        thread.join(30_000);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
      agent.close();
    }
  }
}
