package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.JournalFact;
import io.flexhb.avro.JournalReason;
import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.avro.TrialStatus;
import io.flexhb.client.JournalFile;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyClientConfig;
import io.flexhb.service.admin.ReadyTopics;
import io.flexhb.service.config.RawSettings;
import io.flexhb.standalone.broker.BrokerForTests;
import io.flexhb.standalone.cli.base.ClientConfigs;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.study.StudyFile;
import io.flexhb.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StudyCommandsIT {

  private static final String FAILING =
      "20 trial(s) failed in a row, the last, trial 19, failed: no lr";
  private static final String YAML =
      """
      study: mnist
      objective: {metric: error, direction: minimize}
      resource: {max: 27, unit: epochs}
      space: {lr: {type: double, low: 1e-4, high: 1, log: true}}
      limits: {budget: 342}
      """;

  @TempDir private Path folder;
  private StudyClientConfig config;
  private FakeTuner tuner;

  @BeforeEach
  void startTuner() throws IOException {
    // Topics of its own for each test: they share one broker.
    String prefix = "t" + UUID.randomUUID() + ".";
    Topics topics = Topics.withPrefix(prefix);
    Files.writeString(
        folder.resolve("client.properties"),
        "bootstrap.servers=%s\nschema.registry.url=mock://cli\ntopic.prefix=%s\n"
            .formatted(BrokerForTests.shared().bootstrapServers(), prefix));
    config = ClientConfigs.of(RawSettings.none().withFile(folder.resolve("client.properties")));
    try (Admin admin =
        Admin.create(Map.<String, Object>of("bootstrap.servers", config.bootstrapServers()))) {
      ReadyTopics.create(
          admin, topics.all().stream().map(t -> new NewTopic(t, 4, (short) 1)).toList());
    }
    tuner = new FakeTuner(config);
  }

  @AfterEach
  void stopTuner() {
    tuner.close();
  }

  @Test
  void shouldCreateAStudyOnceHoweverOftenItIsApplied() throws IOException {
    CliRun created = apply(YAML);
    Study first = study();
    CliRun again = apply(YAML);

    assertThat(created.err()).isEmpty();
    assertThat(created.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(created.out()).startsWith("study mnist created (decision 1)");
    assertThat(again.out()).startsWith("study mnist unchanged");
    assertThat(study()).isEqualTo(first);
  }

  @Test
  void shouldChangeLimitsAndRefuseTheRestWithTheDifference() throws IOException {
    apply(YAML);
    Study first = study();

    CliRun changed = apply(YAML.replace("budget: 342", "budget: 1000"));
    CliRun refused = apply(YAML.replace("high: 1,", "high: 2,"));

    assertThat(changed.out())
        .contains("study mnist changed (decision 2)")
        .contains("limits.budget: was 342, becomes 1000");
    assertThat(study().getIncarnation()).isEqualTo(first.getIncarnation());
    assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err()).contains("space.lr.high: is 1.0 in the running study");
  }

  @Test
  void shouldReplaceADeletedStudyOnlyWhenAsked() throws IOException {
    apply(YAML);
    Study first = study();
    assertThat(run("study", "delete", "mnist", "--wait", "0").out())
        .contains("study mnist asked to be deleted");

    CliRun refused = apply(YAML);
    CliRun made = apply(YAML, "--new");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(refused.err()).contains("add --new");
    assertThat(made.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(study().getIncarnation()).isNotEqualTo(first.getIncarnation());
  }

  @Test
  void shouldPauseResumeAndCancelForGood() throws IOException {
    apply(YAML);

    assertThat(run("study", "pause", "mnist").out()).contains("study mnist paused");
    assertThat(run("study", "list").out()).containsPattern("mnist +PAUSED +0");
    assertThat(run("study", "pause", "mnist").out()).contains("paused already");
    assertThat(run("study", "resume", "mnist").exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run("study", "cancel", "mnist").exitCode()).isEqualTo(ExitCode.OK);
    CliRun tooLate = run("study", "resume", "mnist");
    assertThat(tooLate.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(tooLate.err()).contains("is cancelled; that is final");
  }

  /** Requested to be active, yet paused: every command shows it, and the study can be resumed. */
  @Test
  void shouldTellWhyAStudyIsPausedThatNobodyPausedAndResumeIt() throws IOException {
    apply(YAML);
    studyIsPaused(FAILING);

    String why = "PAUSED: " + FAILING;
    CliRun list = run("study", "list");
    assertThat(list.out()).containsPattern("mnist +PAUSED +0");
    assertThat(list.err().strip()).isEqualTo("study mnist is " + why);
    assertThat(StudyFile.parse("out", run("study", "show", "mnist", "-o", "json").out()))
        .containsEntry("status", "PAUSED")
        .containsEntry("statusReason", FAILING);
    assertThat(run("study", "show", "mnist").out())
        .contains("status: PAUSED: 20 trial(s) failed in a row");
    CliRun unchanged = apply(YAML);
    assertThat(unchanged.out()).startsWith("study mnist unchanged");
    assertThat(unchanged.err().strip()).isEqualTo("study mnist is " + why);

    assertThat(run("study", "resume", "mnist").out()).isEqualTo("study mnist active\n");
    assertThat(run("study", "list").out()).containsPattern("mnist +ACTIVE +0");
    assertThat(run("study", "resume", "mnist").out()).contains("active already");
  }

  @Test
  void shouldTellHowToGoOnWithAPausedStudyThatIsAppliedAgain() throws IOException {
    apply(YAML);
    studyIsPaused("as requested");

    assertThat(apply(YAML).err().strip())
        .isEqualTo("study mnist is PAUSED; 'flexhb study resume mnist' goes on");
  }

  @Test
  void shouldKeepTheWishToPauseAStudyThatIsPausedAlready() throws IOException {
    apply(YAML);
    studyIsPaused(FAILING);

    assertThat(run("study", "pause", "mnist").out()).contains("paused already");

    assertThat(study().getRequestedState()).isEqualTo(RequestedState.PAUSED);
  }

  @Test
  void shouldReopenAFinishedStudyAndSaySo() throws IOException {
    apply(YAML);
    studyIs("FINISHED", "the budget of 342 is used up");

    CliRun same = apply(YAML);
    CliRun larger = apply(YAML.replace("budget: 342", "budget: 1000"));

    assertThat(same.out()).startsWith("study mnist unchanged");
    assertThat(same.err().strip())
        .isEqualTo(
            "study mnist is FINISHED: the budget of 342 is used up; a larger limit re-opens it");
    assertThat(larger.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(larger.out())
        .startsWith("study mnist re-opened")
        .contains("limits.budget: was 342, becomes 1000");
    assertThat(larger.err().strip())
        .isEqualTo("workers that it had released must be started again");
  }

  @Test
  void shouldAnswerEachWishForAFinishedStudyAtOnce() throws IOException {
    apply(YAML);
    Study before = study();
    studyIs("FINISHED", "the budget of 342 is used up");

    assertThat(run("study", "list").out()).containsPattern("mnist +FINISHED +0");
    assertThat(run("study", "show", "mnist").out())
        .contains("status: FINISHED: the budget of 342 is used up");
    assertThat(StudyFile.parse("out", run("study", "show", "mnist", "-o", "json").out()))
        .containsEntry("requested", null);
    tuner.close();
    for (String wish : List.of("pause", "cancel", "resume")) {
      CliRun run = run("study", wish, "mnist");
      assertThat(run.exitCode()).as(wish).isEqualTo(ExitCode.NO);
      assertThat(run.err())
          .startsWith("flexhb: study 'mnist' is FINISHED: the budget of 342 is used up; ");
    }
    assertThat(run("study", "resume", "mnist").err())
        .contains("apply its file with a larger limit");
    assertThat(study()).as("nothing was sent").isEqualTo(before);
    tuner = new FakeTuner(config);
  }

  @Test
  void shouldCloseAFinishedStudyForGood() throws IOException {
    apply(YAML);
    CliRun active = run("study", "close", "mnist");
    assertThat(active.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(active.err()).contains("is ACTIVE; only a finished study can be closed");
    studyIs("FINISHED", "the budget of 342 is used up");

    assertThat(run("study", "close", "mnist").out()).isEqualTo("study mnist closed\n");
    assertThat(run("study", "close", "mnist").out()).isEqualTo("study mnist closed already\n");
    assertThat(run("study", "resume", "mnist").err()).contains("is closed; that is final");
    CliRun larger = apply(YAML.replace("budget: 342", "budget: 1000"));
    assertThat(larger.exitCode()).isEqualTo(ExitCode.NO);
    assertThat(larger.err()).contains("was closed and keeps its name");
  }

  @Test
  void shouldShowAWishThatNobodyHasAnswered() throws IOException {
    apply(YAML);
    tuner.close();
    run("study", "pause", "mnist", "--wait", "0");

    assertThat(run("study", "list").out()).containsPattern("mnist +ACTIVE +PAUSED +0");
    assertThat(run("study", "show", "mnist").out())
        .contains("status: ACTIVE (requested PAUSED, not yet answered)");
    tuner = new FakeTuner(config);
  }

  private void studyIsPaused(String reason) {
    studyIs("PAUSED", reason);
  }

  private void studyIs(String status, String reason) {
    tuner.entry(
        study(),
        "metrics",
        0,
        7,
        List.of(new JournalFact("StatusChanged", -1, Map.of("status", status, "reason", reason))),
        List.of());
  }

  @Test
  void shouldSayThatNoTunerTookTheStudyUp() throws IOException {
    tuner.close();

    CliRun run = apply(YAML, "--wait", "1");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("no tuner processed it within 1 s");
    tuner = new FakeTuner(config);
  }

  @Test
  void shouldSayHowManySimulatedStudiesNoTunerAccepted() {
    tuner.close();

    CliRun run = run("simulate", "--studies", "3", "--wait", "1");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("no tuner accepted 3 of 3 studies within 1 s", "--wait");
    tuner = new FakeTuner(config);
  }

  @Test
  void shouldListTrialsAndTheBest() throws IOException {
    apply(YAML);
    Study study = study();
    tuner.trial(study, 0, TrialStatus.STOPPED, 1, 0.01, 0.5);
    tuner.trial(study, 1, TrialStatus.COMPLETED, 27, 0.3, 0.25);
    tuner.trial(study, 2, TrialStatus.COMPLETED, 27, 0.2, 0.125);
    tuner.trial(study, 3, TrialStatus.RUNNING, 0, null, 0.0625);

    List<String> byValue = run("trials", "mnist", "--sort", "value").out().lines().toList();
    CliRun best = run("best", "mnist");

    assertThat(byValue.get(0)).contains("TRIAL", "STATUS", "error", "CONFIGURATION");
    assertThat(byValue.subList(1, 5))
        .extracting(line -> line.substring(0, 1))
        .containsExactly("2", "1", "0", "3");
    assertThat(best.out())
        .contains("trial 2: error = 0.2 at 27 of 27 epochs", "lr: 0.125", "checkpoint: ckpt-2");
    assertThat(StudyFile.parse("out", run("best", "mnist", "-o", "json").out()))
        .containsEntry("trial", 2)
        .containsEntry("value", 0.2);
    assertThat(run("study", "show", "mnist").out())
        .contains(
            "status: ACTIVE", "trials: 4 {COMPLETED=2, RUNNING=1, STOPPED=1}", "best: trial 2");
  }

  @Test
  void shouldTellWhyTrialsFailBesideTheirList() throws IOException {
    apply(YAML);
    Study study = study();
    tuner.trial(study, 0, TrialStatus.COMPLETED, 27, 0.3, 0.25);
    assertThat(run("trials", "mnist").err()).isEmpty();
    tuner.trial(study, 1, TrialStatus.FAILED, 0, null, 0.5);
    tuner.trial(study, 2, TrialStatus.FAILED, 0, null, 0.125);

    assertThat(run("trials", "mnist").err().strip())
        .isEqualTo("2 failed; the newest, trial 2, failed after 3 attempt(s): no lr");
  }

  /** Messages and references of workers: anyone who may write to a topic chooses them. */
  @Test
  void shouldLetNothingOfAStrangerActOnTheTerminal() throws IOException {
    String foreign = "gone\n#9 a forged line\33[2J\u009b1m";
    apply(YAML);
    Study study = study();
    tuner.trial(study, 0, TrialStatus.COMPLETED, 27, 0.3, 0.25, foreign, "");
    tuner.trial(study, 1, TrialStatus.FAILED, 0, null, 0.5, "", foreign);
    studyIsPaused(foreign);
    tuner.entry(
        study,
        "metrics",
        0,
        7,
        List.of(),
        List.of(new JournalReason("ended", 1, foreign, Map.of("message", foreign))));

    for (String command :
        List.of(
            "trials mnist", "decisions mnist", "study list", "study show mnist", "best mnist")) {
      CliRun run = run(command.split(" "));
      String all = run.out() + run.err();

      assertThat(all).as(command).contains("gone\\n#9 a forged line\\u001b[2J\\u009b1m");
      assertThat(all.chars().filter(Character::isISOControl)).as(command).containsOnly((int) '\n');
      CliRun json = run((command + " -o json").split(" "));
      assertThat(json.out().chars().filter(Character::isISOControl)).containsOnly((int) '\n');
    }
  }

  @Test
  void shouldTellWhyATrialWasStopped() throws IOException {
    apply(YAML);
    Study study = study();
    tuner.entry(
        study,
        "metrics",
        0,
        7,
        List.of(new JournalFact("Stopped", 17, Map.of("level", "3"))),
        List.of(
            new JournalReason("glosh", 17, "ranked 5 of 9, 3 go on", Map.of("rank", "5")),
            new JournalReason("glosh", 18, "ranked 1 of 9", Map.of())));

    CliRun why = run("decisions", "mnist", "--trial", "17");

    assertThat(why.out().lines())
        .containsExactly("#2     1970-01-01T00:00:02Z  glosh: ranked 5 of 9, 3 go on {rank=5}");
    assertThat(run("decisions", "mnist").out().lines()).hasSize(3);
    assertThat(run("decisions", "mnist", "--trial", "99").exitCode()).isEqualTo(ExitCode.NO);
    assertThat(run("decisions", "mnist", "-o", "json").out().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(StudyFile.parse("line", line)).containsKey("sequence"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void shouldFollowDecisionsUntilItIsInterrupted(String form) throws IOException {
    apply(YAML);
    Study study = study();

    try (CliInBackground follower =
        CliInBackground.in(folder, withConfig("decisions", "mnist", "--follow", "-o", form))) {
      assertThat(follower.lines(1)).singleElement().asString().contains("as wished");
      rank(study, 17);
      assertThat(follower.lines(2)).last().asString().contains("trial 17 is 5th");
      rank(study, 18);
      assertThat(follower.lines(3)).last().asString().contains("trial 18 is 5th");

      CliRun ended = follower.interrupt();
      assertThat(ended.exitCode()).isEqualTo(ExitCode.OK);
      assertThat(ended.err()).isEmpty();
      assertThat(ended.out().lines())
          .hasSize(3)
          .allMatch(line -> form.equals("text") || sequence(line) > 0);
    }
  }

  @Test
  void shouldFollowOneTrialOnly() throws IOException {
    apply(YAML);
    Study study = study();

    try (CliInBackground follower =
        CliInBackground.in(folder, withConfig("decisions", "mnist", "-f", "--trial", "18"))) {
      rank(study, 17);
      rank(study, 18);

      assertThat(follower.lines(1)).singleElement().asString().contains("trial 18 is 5th");
    }
  }

  private void rank(Study study, int trial) {
    tuner.entry(
        study,
        "metrics",
        0,
        trial,
        List.of(),
        List.of(new JournalReason("glosh", trial, "trial " + trial + " is 5th", Map.of())));
  }

  private static int sequence(String json) {
    return (Integer) StudyFile.parse("line", json).get("sequence");
  }

  @Test
  void shouldExportTheJournal() throws IOException {
    apply(YAML);
    Path file = folder.resolve("journal.avro");

    CliRun run = run("decisions", "mnist", "--export", file.toString());

    assertThat(run.err()).contains("1 decisions written");
    assertThat(JournalFile.read(file))
        .singleElement()
        .satisfies(entry -> assertThat(entry.getStudy()).isEqualTo("mnist"));
  }

  @Test
  void shouldAnswerNoForAStudyThatIsNotThere() {
    for (String command : List.of("trials", "best", "decisions")) {
      CliRun run = run(command, "nobody");
      assertThat(run.exitCode()).isEqualTo(ExitCode.NO);
      assertThat(run.err()).contains("there is no study 'nobody'");
    }
    assertThat(run("study", "list").out()).contains("no studies");
  }

  @Test
  void shouldSayWhichTopicIsMissing() {
    CliRun run = run("study", "list", "--topic-prefix", "nowhere.");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("there is no topic nowhere.studies.v1").contains("topics apply");
  }

  private Study study() {
    try (StudyClient client = StudyClient.connect(config)) {
      return client.study("mnist");
    }
  }

  private CliRun apply(String yaml, String... more) throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, yaml);
    return run(
        Stream.concat(Stream.of("study", "apply", file.toString()), Stream.of(more))
            .toArray(String[]::new));
  }

  private CliRun run(String... args) {
    return CliRun.in(folder, withConfig(args));
  }

  private String[] withConfig(String... args) {
    String file = folder.resolve("client.properties").toString();
    return Stream.concat(Stream.of(args), Stream.of("-c", file)).toArray(String[]::new);
  }
}
