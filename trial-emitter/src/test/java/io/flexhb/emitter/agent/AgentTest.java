package io.flexhb.emitter.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.WorkRequest;
import io.flexhb.emitter.agent.checkpoint.CheckpointStore;
import io.flexhb.emitter.protocol.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How an agent runs its scripts, and what it reports. */
@Timeout(60)
class AgentTest {

  private static final String TWO_EPOCHS = "echo epoch 1 loss=0.5; echo epoch 2 loss=0.25";

  /** Writes its process id, then shows an epoch every 20 ms. */
  private static final String NINE_EPOCHS =
      "echo $$ >> pids; for epoch in 1 2 3 4 5 6 7 8 9; do"
          + " echo epoch $epoch loss=0.$epoch; sleep 0.02; done";

  @TempDir private Path folder;
  private AgentUnderTest.Plan plan;

  @BeforeEach
  void needsPosix() {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh: not a POSIX system");
    plan = new AgentUnderTest.Plan(folder);
  }

  // Studies that count in fractions

  @Test
  void shouldReportFractionsInTheStudysStepsAndTellTheScriptInItsOwn() throws Exception {
    plan.step = 0.1;
    String script =
        "echo $FLEXHB_FROM $FLEXHB_UNTIL $FLEXHB_STEP > told; for part in 0.1 0.2"
            + " 0.30000000000000004; do echo epoch $part loss=$part; sleep 0.05; done";
    try (AgentUnderTest agent = plan.start(script)) {
      agent.start(0, 7, 3);

      assertThat(agent.reportAt(7, 1, 1).getValues().get("error").getValue()).isEqualTo(0.1);
      assertThat(agent.reportAt(7, 1, 3).getReportedResource()).isNull();
      agent.decide(CommandKind.COMPLETE, 7, 1);
    }
    assertThat(folder.resolve("told")).hasContent("0 0.3 0.1");
  }

  @Test
  void shouldTellTheTunerOfValuesBetweenTwoStepsAndRoundNothing() throws Exception {
    plan.step = 0.1;
    String script =
        "echo epoch 0.1 loss=0.9; sleep 0.3; echo epoch 0.25 loss=0.5; sleep 0.3;"
            + " echo epoch 0.3 loss=0.4; sleep 0.3";
    try (AgentUnderTest agent = plan.start(script)) {
      agent.start(0, 7, 3);

      TrialEvent told = agent.event(7, 1, event -> event.getReportedResource() != null);
      assertThat(told.getReportedResource()).isEqualTo("0.25");
      assertThat(told.getResource()).as("that of the report before").isEqualTo(1);
      assertThat(told.getValues()).isEmpty();
      assertThat(agent.reportAt(7, 1, 3).getValues().get("error").getValue()).isEqualTo(0.4);
      agent.decide(CommandKind.COMPLETE, 7, 1);
    }
  }

  @Test
  void shouldTellTheTunerOfFractionsOfAnEpoch() throws Exception {
    try (AgentUnderTest agent = plan.start("echo epoch 0.5 loss=0.9; sleep 5")) {
      agent.start(0, 7, 1);

      TrialEvent told = agent.event(7, 1, event -> event.getReportedResource() != null);
      assertThat(told.getReportedResource()).isEqualTo("0.5");
      assertThat(told.getResource()).isZero();
    }
  }

  // How a script ends

  @Test
  void shouldTakeAScriptThatEndsEarlyForOneThatConverged() throws Exception {
    TrialEvent end = end(TWO_EPOCHS);

    assertThat(end.getEndReason()).isEqualTo(EndReason.CONVERGED);
    assertThat(end.getResource()).isEqualTo(2);
    assertThat(end.getValues().get("error").getValue()).isEqualTo(0.25);
  }

  @Test
  void shouldTakeItForAFailureWhenThatIsSaid() throws Exception {
    plan.exits = new AgentSettings.Exits(false, Set.of());
    TrialEvent end = end(TWO_EPOCHS);

    assertThat(end.getEndReason()).isEqualTo(EndReason.FAILED);
    assertThat(end.getMessage()).startsWith("ENDED_EARLY").contains("epoch 2 loss=0.25");
  }

  @Test
  void shouldNotTakeAnErrorForAnEnd() throws Exception {
    plan.exits = new AgentSettings.Exits(true, Set.of(8));
    TrialEvent end = end("echo epoch 1 loss=0.5; exit 7");

    assertThat(end.getEndReason()).isEqualTo(EndReason.FAILED);
    assertThat(end.getMessage()).startsWith("exit code 7");
  }

  @Test
  void shouldTakeAnExitCodeForAConfigurationThatCannotBeTrained() throws Exception {
    plan.exits = new AgentSettings.Exits(true, Set.of(7, 8));
    TrialEvent end = end("echo no memory for 9000000 units; exit 7");

    assertThat(end.getEndReason()).isEqualTo(EndReason.INFEASIBLE);
    assertThat(end.getMessage())
        .startsWith("exit code 7 means that it cannot be trained; log ")
        .endsWith("its last lines:\nno memory for 9000000 units");
  }

  @Test
  void shouldFailAScriptThatShowsNothingForLongWithItsLastLines() throws Exception {
    plan.silence = Optional.of(Duration.ofMillis(500));
    TrialEvent end = end("echo $$ > pids; echo reading data; echo epoch 1; sleep 50");

    assertThat(end.getEndReason()).isEqualTo(EndReason.FAILED);
    assertThat(end.getMessage())
        .startsWith("METRICS_MISSING: it showed nothing for PT0.5S; log ")
        .contains("its last lines:\nreading data\nepoch 1");
    assertThat(pids()).hasSize(1).noneMatch(AgentTest::isAlive);
  }

  private TrialEvent end(String script) throws Exception {
    try (AgentUnderTest agent = plan.start(script)) {
      agent.start(0, 0, 9);
      return agent.end(0, 1);
    }
  }

  // Scripts that are suspended

  /** The grant reaches the other slot before this one has suspended the script. */
  @Test
  void shouldGoOnInAnotherSlotWithAScriptThatIsJustBeingSuspended() throws Exception {
    plan.slots = 2;
    try (AgentUnderTest agent = plan.start(NINE_EPOCHS)) {
      WorkRequest other = agent.ask(1, 0);
      agent.start(0, 0, 1);
      agent.reportAt(0, 1, 1);

      agent.decide(CommandKind.PAUSE, 0, 1);
      agent.grant(other, 0, 2, 0, 3);

      assertThat(agent.firstReport(0, 2).getResource()).isEqualTo(2);
      assertThat(pids()).hasSize(1);
    }
  }

  /** The tuner knows what the slot held when it asked; another slot has trained the trial since. */
  @Test
  void shouldGoOnWithAScriptThatIsFurtherOnThanTheTunerKnows() throws Exception {
    plan.slots = 2;
    try (AgentUnderTest agent = plan.start(NINE_EPOCHS)) {
      WorkRequest first = agent.start(0, 0, 1);
      agent.reportAt(0, 1, 1);
      agent.decide(CommandKind.PAUSE, 0, 1);
      WorkRequest second = agent.ask(0, first.getAskSequence());
      agent.grant(second, 0, 2, 1, 3);
      agent.reportAt(0, 2, 3);
      agent.decide(CommandKind.STOP, 0, 2);
      agent.ask(0, second.getAskSequence());

      agent.grant(agent.ask(1, 0), 0, 3, 1, 9);

      assertThat(agent.firstReport(0, 3).getResource()).isEqualTo(4);
      assertThat(pids()).hasSize(1);
    }
  }

  /** The agent is killed between the script's last save and the report of its last value. */
  @ParameterizedTest
  @CsvSource({"true, 3", "false, 0"})
  void shouldTrainAgainWhatWasSavedAtTheBoundaryWithoutItsValue(
      boolean hasCheckpointBefore, int trainedFrom) throws Exception {
    Path trial = Path.of(Commands.STUDY, Commands.INCARNATION.toString(), "trial-0");
    Path store = folder.resolve("kept");
    Path orphaned = Files.createDirectories(store.resolve(trial).resolve("attempt-1-until-9"));
    Files.writeString(orphaned.resolve(CheckpointStore.RESOURCE_FILE), "9");
    if (hasCheckpointBefore) {
      Files.createDirectories(store.resolve(trial).resolve("at-3"));
    }
    plan.mode = BoundaryMode.EXIT;
    String script =
        "echo $FLEXHB_FROM > told; epoch=$FLEXHB_FROM; while [ $epoch -lt $FLEXHB_UNTIL ]; do"
            + " epoch=$((epoch + 1)); echo epoch $epoch loss=0.$epoch; done";
    try (AgentUnderTest agent = plan.start(script)) {
      agent.grant(agent.ask(0, 0), 0, 2, 5, 9, trial.resolve("attempt-1-until-9").toString());

      assertThat(agent.reportAt(0, 2, 9).getValues().get("error").getValue()).isEqualTo(0.9);
      assertThat(agent.firstReport(0, 2).getResource()).isEqualTo(6);
      agent.decide(CommandKind.COMPLETE, 0, 2);
    }
    assertThat(folder.resolve("told")).hasContent(Integer.toString(trainedFrom));
  }

  @Test
  void shouldEndTheScriptSuspendedLongestWhenTheyAreTooMany() throws Exception {
    plan.suspension = new AgentSettings.Suspension(1, Optional.empty());
    assertOnlyTheNewestIsKept(NINE_EPOCHS);
  }

  @Test
  void shouldEndTheScriptSuspendedLongestWhenTheyTakeTooMuchMemory() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/status")), "memory is read from /proc");
    // One uses 40 MB, and half of that in addition when it is measured during a fork.
    plan.suspension = new AgentSettings.Suspension(16, Optional.of(75_000_000L));
    assertOnlyTheNewestIsKept(
        "model=$(head -c 40000000 /dev/zero | tr '\\0' w); echo $$ >> pids;"
            + " echo epoch 1 loss=0.1; sleep 60");
  }

  private void assertOnlyTheNewestIsKept(String script) throws Exception {
    try (AgentUnderTest agent = plan.start(script)) {
      WorkRequest ask = agent.start(0, 0, 1);
      for (int trial = 0; trial < 2; trial++) {
        agent.reportAt(trial, 1, 1);
        agent.decide(CommandKind.PAUSE, trial, 1);
        ask = agent.ask(0, ask.getAskSequence());
        if (trial == 0) {
          assertThat(ask.getHolding()).singleElement().matches(held -> held.getTrial() == 0);
          assertThat(pids()).hasSize(1).allMatch(AgentTest::isAlive);
          agent.grant(ask, 1, 1, 0, 1);
        }
      }

      assertThat(ask.getHolding()).singleElement().matches(held -> held.getTrial() == 1);
      long oldest = pids().get(0);
      Awaitility.await().until(() -> !isAlive(oldest));
      assertThat(isAlive(pids().get(1))).isTrue();
    }
    assertThat(pids()).noneMatch(AgentTest::isAlive);
  }

  // Slots

  @Test
  void shouldShowEachSlotItsGpu() throws Exception {
    plan.slots = 4;
    plan.gpus = List.of("3", "GPU-5");
    try (AgentUnderTest agent =
        plan.start("echo $FLEXHB_SLOT $FLEXHB_GPU $CUDA_VISIBLE_DEVICES; echo epoch 9 loss=1")) {
      for (int slot = 0; slot < 4; slot++) {
        agent.start(slot, slot, 9);
        agent.reportAt(slot, 1, 9);
      }
    }
    for (int slot = 0; slot < 4; slot++) {
      String gpu = List.of("3", "GPU-5").get(slot % 2);
      assertThat(folder.resolve("logs/toy/trial-" + slot + "/attempt-1.log"))
          .hasContent("%d %s %s\nepoch 9 loss=1\n".formatted(slot, gpu, gpu));
    }
  }

  @Test
  void shouldTellTheTunerOfTheSlotsThatWereBusyLastWhenItIsBackAfterAKill() throws Exception {
    plan.slots = 3;
    Files.createDirectories(folder.resolve("state/slot-0"));
    Files.writeString(folder.resolve("state/slot-0/in-hand"), "7");
    try (AgentUnderTest agent = plan.start(NINE_EPOCHS)) {
      List<Long> asks =
          List.of(
              agent.ask(1, 0).getAskSequence(),
              agent.ask(2, 0).getAskSequence(),
              agent.ask(0, 0).getAskSequence());

      assertThat(asks).isSorted();
    }
  }

  // The end of the agent

  @Test
  void shouldLetTrialsComeToTheirBoundaryWhenItDrains() throws Exception {
    try (AgentUnderTest agent = plan.start(NINE_EPOCHS)) {
      agent.start(0, 0, 5);
      agent.firstReport(0, 1);
      agent.drain(Duration.ofSeconds(30));
      agent.reportAt(0, 1, 5);
      agent.goOn(0, 1, 9);
      agent.awaitEnd();

      assertThat(agent.end(0, 1).getEndReason()).isEqualTo(EndReason.RELEASED);
      assertThat(agent.end(0, 1).getResource()).isEqualTo(5);
      assertThat(pids()).hasSize(1).noneMatch(AgentTest::isAlive);
    }
  }

  @Test
  void shouldEndScriptsThatDoNotComeToTheirBoundaryInTimeWhenItDrains() throws Exception {
    try (AgentUnderTest agent = plan.start("echo $$ > pids; echo epoch 1 loss=1; sleep 50")) {
      agent.start(0, 0, 5);
      agent.firstReport(0, 1);
      agent.drain(Duration.ofMillis(300));
      agent.awaitEnd();

      assertThat(agent.end(0, 1).getEndReason()).isEqualTo(EndReason.PREEMPTED);
      assertThat(pids()).hasSize(1).noneMatch(AgentTest::isAlive);
    }
  }

  private List<Long> pids() throws IOException {
    return Files.readAllLines(folder.resolve("pids")).stream().map(Long::parseLong).toList();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
