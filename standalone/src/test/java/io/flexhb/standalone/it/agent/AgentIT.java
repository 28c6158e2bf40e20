package io.flexhb.standalone.it.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flexhb.avro.EndReason;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.Progress;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import io.flexhb.emitter.agent.AgentSettings;
import io.flexhb.emitter.agent.BoundaryMode;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.it.JournalTail;
import io.flexhb.standalone.it.StudyAssertions;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole studies of scripts that do not use FlexHB. */
@Timeout(180)
class AgentIT {

  /** Trains up to the given resource, from the state that it saved. */
  private static final String SAVING =
      """
      until=$4 folder=$5 checkpoint=$6
      w=$((1 + $3)) from=0
      [ -n "$checkpoint" ] && . "$checkpoint/state"
      awk -v x="$1" -v y="$2" -v w="$w" -v from="$from" -v to="$until" -v state="$folder/state" 'BEGIN {
        for (epoch = from + 1; epoch <= to; epoch++) {
          w -= (0.2 + 0.001 * x + 0.001 * y) * w
          printf "epoch %d/9 loss=%.6g\\n", epoch, w * w
        }
        printf "w=%.17g from=%d\\n", w, to > state
      }'
      """;

  @TempDir private Path folder;

  /** The first bracket, 9@1 to 3@3 to 1@9, and what the next, 3@3 to 1@9, revives of it. */
  private static ToyStudy study(String name) {
    return ToyStudy.named(name)
        .with("limits", "{\"trials\": 12}")
        .with("switches", "{\"glosh.lambda\": [1, 1]}");
  }

  @Test
  void shouldSuspendAndContinueAScriptThatKnowsNothing() {
    AgentRig rig = AgentRig.of(folder, AgentRig.DESCENT);
    // Two loops of brackets: whatever order slots are done in, the second revives of the first.
    ToyStudy study = study("hold").with("limits", "{\"trials\": 24}");
    StudyState state =
        tune(
            rig,
            study,
            BoundaryMode.HOLD,
            rig.command("{x}", "{y}", "{trial}"),
            this::assertResumed);

    assertThat(stops(state)).as("stopped trials").isPositive();
    rig.assertValuesAreThoseShown(state);
    for (Trial trial : state.trials()) {
      assertThat(logs(rig, study, trial)).as("one process trained %s", trial).hasSize(1);
    }
  }

  /** Tenths of an epoch, as a loop over floats prints them, and one value between two of them. */
  private static final String TENTHS =
      """
      exec awk -v x="$1" -v until="$2" 'BEGIN {
        for (i = 1; i <= 9; i++) {
          printf "epoch %.17g loss=%.6g\\n", i * 0.1, x / i
          if (i == 2) print "epoch 0.25 loss=-1"
          fflush()
          system("sleep 0.15")
        }
      }'
      """;

  @Test
  void shouldTuneFractionsAndRoundNothing() {
    AgentRig rig = AgentRig.of(folder, TENTHS);
    ToyStudy study =
        ToyStudy.named("tenths")
            .with("resource", "{\"min\": 0.1, \"max\": 0.9, \"step\": 0.1}")
            .with("limits", "{\"trials\": 9}");
    List<String> rejections = new ArrayList<>();
    StudyState state =
        tune(
            rig,
            study,
            BoundaryMode.HOLD,
            rig.command("{x}", "{until}"),
            (harness, over) -> rejections.addAll(rejections(over)));

    assertThat(rejections)
        .isNotEmpty()
        .allMatch(why -> why.contains("resource 0.25") && why.contains("report 0.2 or 0.3"));
    assertThat(state.trials()).anyMatch(trial -> trial.status() == TrialStatus.COMPLETED);
    for (Trial trial : state.trials()) {
      double x = ((Number) trial.configuration().values().get("x")).doubleValue();
      for (LevelValue level : trial.levels()) {
        assertThat(level.value()).isCloseTo(x / level.resource(), within(1e-4));
      }
    }
  }

  private static List<String> rejections(StudyState state) {
    return state
        .trials()
        .toJavaStream()
        .flatMap(trial -> trial.progress().flatMap(Progress::rejection).stream())
        .toList();
  }

  @Test
  void shouldResumeAScriptFromWhatItSaved() {
    AgentRig rig = AgentRig.of(folder, SAVING).withOneSlot();
    ToyStudy study = study("exit");
    StudyState state =
        tune(
            rig,
            study,
            BoundaryMode.EXIT,
            rig.command("{x}", "{y}", "{trial}", "{until}", "{folder}", "{checkpoint}"),
            this::assertResumed);

    assertThat(stops(state)).as("stopped trials").isPositive();
    rig.assertValuesAreThoseShown(state);
    for (Trial trial : state.trials()) {
      trial
          .checkpoint()
          .ifPresent(
              saved ->
                  assertThat(rig.checkpoints().resolve(saved.reference()).resolve("state"))
                      .exists());
    }
  }

  @Test
  void shouldResumeWhereItWasWithoutASharedFolder() {
    AgentRig rig = AgentRig.of(folder, SAVING).withLocalCheckpoints().withOneSlot();
    ToyStudy study = study("local");
    StudyState state =
        tune(
            rig,
            study,
            BoundaryMode.EXIT,
            rig.command("{x}", "{y}", "{trial}", "{until}", "{folder}", "{checkpoint}"),
            this::assertResumed);

    rig.assertValuesAreThoseShown(state);
  }

  @Test
  void shouldTrainFromTheBeginningWhatCannotBeResumed() {
    AgentRig rig = AgentRig.of(folder, AgentRig.DESCENT);
    ToyStudy study = study("restart");
    StudyState state =
        tune(
            rig,
            study,
            BoundaryMode.RESTART,
            rig.command("{x}", "{y}", "{trial}"),
            (harness, over) -> {
              int again = 0;
              for (Trial trial : over.trials()) {
                for (int attempt = 2; attempt <= trial.attempt(); attempt++) {
                  List<Long> reported = AgentRig.reported(harness, trial.number(), attempt);
                  if (!reported.isEmpty()) {
                    assertThat(reported.get(0)).isEqualTo(1);
                    again++;
                  }
                }
              }
              assertThat(again).as("attempts that trained from 0 again").isPositive();
            });

    rig.assertValuesAreThoseShown(state);
    long highest = state.trials().toJavaStream().mapToLong(Trial::resource).sum();
    assertThat(state.budget().spent()).as("what training again costs").isGreaterThan(highest);
  }

  @Test
  void shouldFailARunThatNeverShowsItsMetricWithItsLastLines() {
    AgentRig rig =
        AgentRig.of(folder, "echo reading data; echo epoch 1 accuracy=0.5; echo done >&2\n");
    ToyStudy study =
        ToyStudy.named("missing")
            .with("limits", "{\"trials\": 1, \"failures\": \"none\"}")
            .with("trial", "{\"lease\": \"3s\", \"wait\": \"500ms\", \"maxAttempts\": 1}");
    tune(
        rig,
        study,
        BoundaryMode.HOLD,
        rig.command(),
        (harness, over) -> {
          assertThat(over.trials().get(0).status()).isEqualTo(TrialStatus.FAILED);
          TrialEvent end = end(harness, 0);
          assertThat(end.getEndReason()).isEqualTo(EndReason.FAILED);
          assertThat(end.getMessage())
              .startsWith("METRICS_MISSING: it never showed 'loss', only [accuracy]")
              .contains("--objective")
              .contains("trial-0/attempt-1.log")
              .contains("reading data\n");
        });
  }

  @Test
  void shouldTellWhyAScriptFailed() {
    AgentRig rig = AgentRig.of(folder, "echo epoch 1 loss=1; echo no such GPU >&2; exit 3\n");
    ToyStudy study =
        ToyStudy.named("broken")
            .with("limits", "{\"trials\": 1, \"failures\": \"none\"}")
            .with("resource", "{\"min\": 9, \"max\": 9}")
            .with("trial", "{\"lease\": \"3s\", \"wait\": \"500ms\", \"maxAttempts\": 1}");
    tune(
        rig,
        study,
        BoundaryMode.HOLD,
        rig.command(),
        (harness, over) -> {
          assertThat(end(harness, 0).getMessage())
              .startsWith("exit code 3")
              .contains("no such GPU");
          assertThat(over.trials().get(0).reason()).contains("exit code 3");
        });
  }

  /** What is asked of a study that is over. */
  private interface Check {
    void that(TunerHarness harness, StudyState state);
  }

  private StudyState tune(
      AgentRig rig, ToyStudy study, BoundaryMode mode, List<String> command, Check check) {
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a");
        JournalTail journal = harness.journal(study)) {
      harness.apply(study);
      AgentSettings settings = rig.settings(study, "agent", mode, command);
      rig.run(harness, settings);

      StudyState state = journal.untilOver();
      assertThat(state.status()).isEqualTo(StudyStatus.FINISHED);
      assertThat(tuner.failure()).isEmpty();
      StudyAssertions.assertExactlyOnce(harness, study);
      check.that(harness, state);
      return state;
    }
  }

  private void assertResumed(TunerHarness harness, StudyState state) {
    int resumed = AgentRig.assertResumedTrialsGoOnWhereTheyWere(harness, state);
    assertThat(resumed).as("attempts that went on").isPositive();
    assertThat(state.trials().toJavaStream().mapToInt(Trial::revivals).sum())
        .as("revivals")
        .isPositive();
    for (Trial trial : state.trials()) {
      assertThat(trial.failures()).as("failures of %s", trial).isZero();
    }
  }

  private static long stops(StudyState state) {
    return state
        .trials()
        .toJavaStream()
        .filter(
            trial ->
                trial.status() == TrialStatus.STOPPED || trial.status() == TrialStatus.DISCARDED)
        .count();
  }

  private static TrialEvent end(TunerHarness harness, int trial) {
    return AgentRig.events(harness, trial).stream()
        .filter(event -> event.getKind() == TrialEventKind.ENDED)
        .findFirst()
        .orElseThrow();
  }

  private static List<Path> logs(AgentRig rig, ToyStudy study, Trial trial) {
    try (Stream<Path> logs =
        Files.list(rig.logs().resolve(study.name()).resolve("trial-" + trial.number()))) {
      return logs.toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
