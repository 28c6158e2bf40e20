package io.flexhb.standalone.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.avro.TrialStatus;
import io.flexhb.avro.TrialView;
import io.flexhb.service.TunerService;
import io.flexhb.standalone.FlexHb;
import io.flexhb.standalone.cli.Cli;
import io.flexhb.standalone.it.TunerHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code examples/agent}, each with its study and its command, as a user runs it. */
@Timeout(240)
class AgentExamplesIT {

  /** Names a Python that has the packages, when {@code python3} has not. */
  private static final String PYTHON_VARIABLE = "FLEXHB_PYTHON";

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "shell | awk | epoch (\\d+)/9 loss=(\\S+)",
        "c | cc | epoch=(\\d+) loss=(\\S+)",
        "sklearn | import sklearn | Epoch (\\d+)/9 .* val_accuracy: (\\S+)",
        "xgboost | import xgboost, sklearn | \\[(\\d+)\\]\\s+validation-logloss:(\\S+)",
        "lightgbm | import lightgbm, sklearn | \\[(\\d+)\\]\\s+valid_0's auc: (\\S+)"
      })
  void shouldTuneTheExample(String example, String needs, String pattern) throws Exception {
    boolean isPython = needs.startsWith("import");
    String python = isPython ? python(example, needs) : "";
    if (!isPython && !runs("sh", "-c", "command -v " + needs)) {
      throw leaveOut(example, "no " + needs);
    }
    copy(repository().resolve("examples/agent").resolve(example));
    shorten(isPython);
    try (TunerHarness harness = TunerHarness.onSharedBroker();
        TunerService tuner = harness.startTuner("a")) {
      String[] connection = connection(harness);
      assertThat(
              Cli.of(Map.of(), folder)
                  .execute(
                      words(connection, "study", "apply", folder.resolve("study.yaml").toString())))
          .isZero();
      ProcessBuilder agent =
          new ProcessBuilder(words(connection, "./agent.sh"))
              .directory(folder.toFile())
              .inheritIO();
      agent.environment().put("FLEXHB", launcher().toString());
      agent.environment().put("PYTHON", python);
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
      assertThat(values).as("values that were printed and decided on").isGreaterThan(4);
      // Which trials are revived depends on the order in which two slots are done.
      assertThat(trials)
          .as("some are stopped, some are trained to the end")
          .anyMatch(trial -> trial.getStatus() != TrialStatus.COMPLETED)
          .anyMatch(trial -> trial.getStatus() == TrialStatus.COMPLETED);
      if (!example.equals("lightgbm")) {
        assertResumedWhereItWas(harness, trials);
      }
      assertThat(tuner.failure()).isEmpty();
    }
  }

  /** An interpreter takes a second to start its libraries: not for dozens of trials. */
  private void shorten(boolean isPython) throws IOException {
    if (isPython) {
      Path study = folder.resolve("study.yaml");
      Files.writeString(
          study,
          Files.readString(study)
              .replaceAll("(?m)^limits:.*", "limits: {trials: 9}")
              .replaceAll("max: 27", "max: 9")
              .replace("[1, 1, 1]", "[1, 1]"));
    }
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
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path launcher =
        Files.writeString(
            folder.resolve("launcher"),
            "#!/bin/sh\nexec '%s' -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
                .formatted(java, System.getProperty("java.class.path"), FlexHb.class.getName()));
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
          "python3"
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
