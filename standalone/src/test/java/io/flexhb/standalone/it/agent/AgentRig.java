package io.flexhb.standalone.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.emitter.agent.Agent;
import io.flexhb.emitter.agent.AgentSettings;
import io.flexhb.emitter.agent.BoundaryMode;
import io.flexhb.emitter.agent.GpuAssignment;
import io.flexhb.emitter.agent.output.CounterName;
import io.flexhb.emitter.agent.output.OutputFormat;
import io.flexhb.emitter.agent.output.StepNumbering;
import io.flexhb.emitter.agent.params.CommandTemplate;
import io.flexhb.emitter.kafka.KafkaTransport;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A script, its folder, and agents in this JVM that run it. */
final class AgentRig {

  /**
   * Gradient descent on w * w, a line an epoch; it knows nothing of the agent. Each trial is worse
   * than those before it: those that were stopped outrank the first of a later bracket, and are
   * revived.
   */
  static final String DESCENT =
      """
      exec awk -v x="$1" -v y="$2" -v trial="$3" 'BEGIN {
        w = 1 + trial
        for (epoch = 1; epoch <= 9; epoch++) {
          w -= (0.2 + 0.001 * x + 0.001 * y) * w
          printf "epoch %d/9 loss=%.6g other=%d\\n", epoch, w * w, epoch
          fflush()
          system("sleep 0.02")
        }
      }'
      """;

  private static final Pattern SHOWN = Pattern.compile("epoch (\\d+)(?:/9)? loss=(\\S+).*");

  private final Path folder;
  private final Path script;
  private boolean local;
  private int slots = 4;

  private AgentRig(Path folder, Path script) {
    this.folder = folder;
    this.script = script;
  }

  static AgentRig of(Path folder, String script) {
    for (String program : List.of("/bin/sh", "awk", "setsid")) {
      if (!isThere(program)) {
        System.err.println("Skipped: no " + program);
        Assumptions.abort("no " + program);
      }
    }
    try {
      return new AgentRig(folder, Files.writeString(folder.resolve("train.sh"), script));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isThere(String program) {
    return program.startsWith("/")
        ? Files.isExecutable(Path.of(program))
        : Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
  }

  /** No other agent sees what scripts save. */
  AgentRig withLocalCheckpoints() {
    local = true;
    return this;
  }

  /** One trial after the other: each run of a study is like the one before. */
  AgentRig withOneSlot() {
    slots = 1;
    return this;
  }

  Path folder() {
    return folder;
  }

  Path logs() {
    return folder.resolve("logs");
  }

  Path checkpoints() {
    return folder.resolve("checkpoints");
  }

  /** Words of the script's command line, with its own path. */
  List<String> command(String... words) {
    return Stream.concat(Stream.of("/bin/sh", script.toString()), Stream.of(words)).toList();
  }

  AgentSettings settings(ToyStudy study, String worker, BoundaryMode mode, List<String> command) {
    return new AgentSettings(
        study.name(),
        "loss",
        9,
        slots,
        new GpuAssignment(List.of("0", "1")),
        new CommandTemplate(command),
        OutputFormat.of("loss", CounterName.ofUnit("epochs")),
        List.of(),
        new StepNumbering(OptionalInt.empty(), false),
        mode,
        new AgentSettings.Exits(true, Set.of()),
        new AgentSettings.Suspension(100, Optional.empty()),
        new AgentSettings.Patience(
            Duration.ofSeconds(2), Duration.ofSeconds(5), Optional.empty(), Duration.ZERO),
        new AgentSettings.Folders(
            folder, folder.resolve("state").resolve(worker), logs(), checkpoints(), local));
  }

  Agent agent(TunerHarness harness, AgentSettings settings, String worker) {
    return new Agent(
        settings,
        worker,
        Duration.ofSeconds(2),
        onCommand -> KafkaTransport.open(harness.workerConfig(worker).transport(), onCommand));
  }

  /** Runs an agent until the study needs it no more. */
  void run(TunerHarness harness, AgentSettings settings) {
    try (Agent agent = agent(harness, settings, "agent")) {
      agent.run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** What the script printed of a trial: resource to the objective, the first that was shown. */
  Map<Long, Double> shown(String study, int trial) {
    Map<Long, Double> shown = new HashMap<>();
    try (Stream<Path> logs = Files.list(logs().resolve(study).resolve("trial-" + trial))) {
      for (Path log : logs.sorted().toList()) {
        for (String line : Files.readAllLines(log)) {
          Matcher match = SHOWN.matcher(line);
          if (match.matches()) {
            shown.putIfAbsent(Long.parseLong(match.group(1)), Double.parseDouble(match.group(2)));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return shown;
  }

  /** Each value that the tuner decided on is one that the script printed at that resource. */
  void assertValuesAreThoseShown(StudyState state) {
    int values = 0;
    for (Trial trial : state.trials()) {
      Map<Long, Double> shown = shown(state.spec().study(), trial.number());
      for (var level : trial.levels()) {
        assertThat(level.value())
            .as("value of trial %d at %d", trial.number(), level.level())
            .isEqualTo(shown.get(level.level()));
        values++;
      }
    }
    assertThat(values).as("values compared").isGreaterThan(10);
  }

  /** Of each attempt that went on from somewhere: its first resource is the next one. */
  static int assertResumedTrialsGoOnWhereTheyWere(TunerHarness harness, StudyState state) {
    int resumed = 0;
    for (Trial trial : state.trials()) {
      long reached = 0;
      for (int attempt = 1; attempt <= trial.attempt(); attempt++) {
        List<Long> reported = reported(harness, trial.number(), attempt);
        assertThat(reported)
            .as("what attempt %d of trial %d trained", attempt, trial.number())
            .isNotEmpty()
            .startsWith(reached + 1);
        resumed += attempt > 1 ? 1 : 0;
        reached = reported.get(reported.size() - 1);
      }
    }
    return resumed;
  }

  static List<Long> reported(TunerHarness harness, int trial, int attempt) {
    return events(harness, trial).stream()
        .filter(event -> event.getAttempt() == attempt)
        .filter(event -> event.getKind() == TrialEventKind.METRICS)
        .map(TrialEvent::getResource)
        .distinct()
        .toList();
  }

  static List<TrialEvent> events(TunerHarness harness, int trial) {
    return harness.committed().metrics().stream()
        .map(entry -> entry.value().orElseThrow())
        .filter(event -> event.getTrial() == trial)
        .filter(event -> event.getKind() != TrialEventKind.LEASE_CHECK)
        .toList();
  }
}
