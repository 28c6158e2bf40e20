package io.flexhb.standalone.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.FlexHb;
import io.flexhb.standalone.cli.Cli;
import io.flexhb.standalone.it.ChildJvm;
import io.flexhb.standalone.it.TunerHarness;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code examples/agent}, each with its study and its command, as a user runs it. */
@Tag("long")
@Timeout(240)
class AgentExamplesIT {

  /** Names a Python that has the packages, when {@code python3} has not. */
  private static final String PYTHON_VARIABLE = "FLEXHB_PYTHON";

  private static final int GOOD = 3;
  private static final int TRIALS = 8;
  private static final Set<TrialStatus> STOPPED =
      EnumSet.of(TrialStatus.STOPPED, TrialStatus.DISCARDED);

  private static final Pattern BEST =
      Pattern.compile("^trial (\\d+): \\S+ = (\\S+) at 3 of 3 ", Pattern.MULTILINE);

  @TempDir private Path folder;

  /**
   * Three good configurations, then bad ones: the bad ones of the third bracket are outranked by
   * what the first one stopped, and that is revived.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "shell | awk | epoch (\\d+)/9 loss=(\\S+)"
            + "| {lr: 0.3#, momentum: 0} | {lr: 0.0#, momentum: 0}",
        "c | cc | epoch=(\\d+) loss=(\\S+)"
            + "| {step: 0.0003#, momentum: 0} | {step: 0.00001#, momentum: 0}",
        "sklearn | import sklearn | Epoch (\\d+)/9 .* val_accuracy: (\\S+)"
            + "| {lr: 0.01#, units: 60} | {lr: 0.00012, units: #}",
        "pytorch | import torch | Epoch \\[(\\d+)/.* val_loss: ([^\\s,]+)"
            + "| {lr: 0.02#, hidden: 60, dropout: 0} | {lr: 0.0002, hidden: #, dropout: 0.1}",
        "xgboost | import xgboost, sklearn | \\[(\\d+)\\]\\s+validation-logloss:(\\S+)"
            + "| {eta: 0.5#, depth: 4} | {eta: 0.01#, depth: 1}",
        "lightgbm | import lightgbm, sklearn | \\[(\\d+)\\]\\s+valid_0's auc: (\\S+)"
            + "| {learning_rate: 0.1#, num_leaves: 30, bagging_freq: 0}"
            + "| {learning_rate: 0.0#, num_leaves: 2, bagging_freq: 0}"
      })
  void shouldTuneTheExample(String example, String needs, String pattern, String good, String bad)
      throws Exception {
    boolean isPython = needs.startsWith("import");
    String python = isPython ? python(example, needs) : "";
    if (!isPython && !runs("sh", "-c", "command -v " + needs)) {
      throw leaveOut(example, "no " + needs);
    }
    copy(repository().resolve("examples/agent").resolve(example));
    shorten();
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a")) {
      String[] connection = connection(harness);
      assertThat(
              Cli.of(Map.of(), folder)
                  .execute(
                      words(connection, "study", "apply", folder.resolve("study.yaml").toString())))
          .isZero();
      assertThat(
              Cli.of(Map.of(), folder)
                  .execute(
                      words(connection, "study", "enqueue", example, configurations(good, bad))))
          .isZero();
      ProcessBuilder agent =
          new ProcessBuilder(words(connection, "./agent.sh"))
              .directory(folder.toFile())
              .inheritIO();
      agent.environment().put("FLEXHB", launcher().toString());
      agent.environment().put("PYTHON", python);
      // Threads that wait for each other by spinning slow down whatever else runs.
      agent.environment().put("OMP_NUM_THREADS", "1");
      Process process = agent.start();
      try {
        assertThat(process.waitFor(200, TimeUnit.SECONDS)).as("the study is over").isTrue();
        assertThat(process.exitValue()).isZero();
      } finally {
        process.destroy();
      }

      List<TrialView> trials = trials(harness);
      assertThat(trials).isNotEmpty().allMatch(trial -> trial.getFailures() == 0);
      int values = 0;
      for (TrialView trial : trials) {
        values += compare(trial, shown(example, trial.getTrial(), Pattern.compile(pattern)));
      }
      assertThat(values).as("values that were printed and decided on").isGreaterThan(TRIALS);
      assertThat(trials).hasSize(TRIALS);
      assertThat(trials.stream().filter(trial -> STOPPED.contains(trial.getStatus())))
          .as("stopped")
          .isNotEmpty();
      assertThat(trials.stream().mapToInt(TrialView::getRevivals).sum())
          .as("revivals")
          .isPositive();
      assertBestIsThatPrinted(connection, example, pattern);
      assertLogsArePointedAt(connection, example, trials);
      if (!example.equals("lightgbm")) {
        assertResumedWhereItWas(harness, trials);
      }
      assertThat(tuner.failure()).isEmpty();
    }
  }

  /** A loop of brackets and one more: 3@1 to 1@3, 2@3, 3@1 to 1@3. */
  private void shorten() throws IOException {
    Path study = folder.resolve("study.yaml");
    Files.writeString(
        study,
        Files.readString(study)
            .replaceAll("(?m)^limits:.*", "limits: {trials: " + TRIALS + "}")
            .replaceAll("max: \\d+", "max: 3")
            .replaceAll("glosh.lambda: .*]", "glosh.lambda: [1]"));
  }

  private String configurations(String good, String bad) throws IOException {
    StringBuilder yaml = new StringBuilder();
    for (int i = 0; i < TRIALS; i++) {
      String one = i < GOOD ? good : bad;
      yaml.append("- ").append(one.replace("#", Integer.toString(11 + i))).append('\n');
    }
    return Files.writeString(folder.resolve("first.yaml"), yaml).toString();
  }

  /** As {@code flexhb best} tells it. */
  private void assertBestIsThatPrinted(String[] connection, String example, String pattern)
      throws IOException {
    String said = cli(words(connection, "best", example));
    Matcher best = BEST.matcher(said);
    assertThat(best.find()).as("what it says: %s", said).isTrue();
    Map<Long, Double> shown =
        shown(example, Integer.parseInt(best.group(1)), Pattern.compile(pattern));
    assertThat(Double.parseDouble(best.group(2)))
        .as("the best objective")
        .isCloseTo(shown.get(3L), Percentage.withPercentage(0.1));
  }

  private void assertLogsArePointedAt(String[] connection, String example, List<TrialView> trials)
      throws IOException {
    String listed = cli(words(connection, "trials", example, "--logs"));
    String first = cli(words(connection, "decisions", example, "--trial", "0"));
    for (TrialView trial : trials) {
      for (Path log : logs(example, trial.getTrial())) {
        assertThat(listed).contains(":" + log.toRealPath());
      }
    }
    assertThat(first).contains(":" + logs(example, 0).get(0).toRealPath());
  }

  private String cli(String... words) {
    StringWriter said = new StringWriter();
    CommandLine cli = Cli.of(Map.of(), folder).setOut(new PrintWriter(said));
    assertThat(cli.execute(words)).isZero();
    return said.toString();
  }

  private static int compare(TrialView trial, Map<Long, Double> shown) {
    trial
        .getValues()
        .forEach(
            (resource, value) ->
                assertThat(value)
                    .as("value of trial %d at %s", trial.getTrial(), resource)
                    .isEqualTo(shown.get(Long.parseLong(resource))));
    return trial.getValues().size();
  }

  /** What the script printed: the n-th value is of resource n, unless each attempt is from 0. */
  private Map<Long, Double> shown(String study, int trial, Pattern pattern) throws IOException {
    Map<Long, Double> shown = new HashMap<>();
    boolean isRestarted = study.equals("lightgbm");
    for (Path log : logs(study, trial)) {
      for (String line : Files.readAllLines(log)) {
        Matcher match = pattern.matcher(line);
        if (match.find()) {
          long resource = isRestarted ? Long.parseLong(match.group(1)) : shown.size() + 1;
          shown.putIfAbsent(resource, Double.parseDouble(match.group(2)));
        }
      }
    }
    return shown;
  }

  private List<Path> logs(String study, int trial) throws IOException {
    try (Stream<Path> logs =
        Files.list(folder.resolve(".flexhb/logs/" + study + "/trial-" + trial))) {
      return logs.sorted(Comparator.comparingInt(AgentExamplesIT::number)).toList();
    }
  }

  private static int number(Path log) {
    return Integer.parseInt(log.getFileName().toString().replaceAll("\\D", ""));
  }

  private static void assertResumedWhereItWas(TunerHarness harness, List<TrialView> trials) {
    int resumed = 0;
    for (TrialView trial : trials) {
      long reached = 0;
      int attempt = 0;
      for (TrialEvent event : AgentRig.events(harness, trial.getTrial())) {
        if (event.getKind() != TrialEventKind.METRICS || event.getResource() == reached) {
          continue;
        }
        assertThat(event.getResource())
            .as("resource after %d of trial %d", reached, trial.getTrial())
            .isEqualTo(reached + 1);
        resumed += attempt > 0 && event.getAttempt() > attempt ? 1 : 0;
        attempt = event.getAttempt();
        reached = event.getResource();
      }
    }
    assertThat(resumed).as("attempts that went on").isPositive();
  }

  private static List<TrialView> trials(TunerHarness harness) {
    Map<Integer, TrialView> newest = new TreeMap<>();
    harness
        .committed()
        .now()
        .trials()
        .forEach(entry -> entry.value().ifPresent(view -> newest.put(view.getTrial(), view)));
    return List.copyOf(newest.values());
  }

  private static String[] connection(TunerHarness harness) {
    Map<String, String> settings = harness.settings("a");
    return new String[] {
      "-b",
      settings.get("bootstrap.servers"),
      "--registry",
      settings.get("schema.registry.url"),
      "--topic-prefix",
      settings.get("topic.prefix")
    };
  }

  private static String[] words(String[] connection, String... first) {
    return Stream.concat(Stream.of(first), Stream.of(connection)).toArray(String[]::new);
  }

  /** As {@code ./flexhb}, of the classes under test. */
  private Path launcher() throws IOException {
    List<String> command = ChildJvm.command(List.of("-Xmx128m"), FlexHb.class, List.of());
    Path launcher =
        Files.writeString(
            folder.resolve("launcher"),
            "#!/bin/sh\nexec '" + String.join("' '", command) + "' \"$@\"\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    return launcher;
  }

  private void copy(Path example) throws IOException {
    try (Stream<Path> files = Files.list(example)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = Files.copy(file, folder.resolve(file.getFileName()));
        assertThat(copy.toFile().setExecutable(Files.isExecutable(file))).isTrue();
      }
    }
  }

  private static String python(String example, String imports) throws Exception {
    for (String python :
        new String[] {
          System.getenv(PYTHON_VARIABLE),
          repository().resolve("target/python/bin/python3").toString(),
          "python3",
          "/usr/bin/python3" // Debian's packages belong to Debian's own
        }) {
      if (python != null && runs(python, "-c", imports)) {
        return python;
      }
    }
    throw leaveOut(example, "no python3 that can " + imports);
  }

  private static boolean runs(String... words) throws InterruptedException {
    try {
      return new ProcessBuilder(new ArrayList<>(List.of(words)))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  private static RuntimeException leaveOut(String example, String reason) {
    System.err.println("Skipped the example " + example + ": " + reason);
    return Assumptions.abort(reason);
  }

  /** The tests run in their module's folder, or above it. */
  private static Path repository() {
    Path here = Path.of("").toAbsolutePath();
    return Files.isDirectory(here.resolve("examples")) ? here : here.getParent();
  }
}
