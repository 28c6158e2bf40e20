package io.flexhb.standalone.cli;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.emitter.TrialClientConfig;
import io.flexhb.emitter.simulate.SimulationPlan;
import io.flexhb.emitter.simulate.SimulationResult;
import io.flexhb.emitter.simulate.TrainerSimulator;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.standalone.load.BareLoad;
import io.flexhb.standalone.load.BareResult;
import io.flexhb.standalone.load.BareStreams;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Loads a running tuner with simulated trainers. */
@Command(
    name = "simulate",
    description = {
      "Train a toy function in many studies at once and measure how long decisions take. Needs a",
      "running tuner; makes studies of its own and deletes them afterwards."
    },
    footer = {
      "  flexhb simulate --studies 64 --rate 1000 --duration 60",
      "  flexhb simulate --studies 64 --workers 64 --rate 0 --baseline    full speed, and how much",
      "                                                     faster a bare Streams application is"
    })
final class SimulateCommand extends ClientCommand {
  private static final int REPORT_BYTES = 160;
  private static final Duration TAKE_UP_LIMIT = Duration.ofSeconds(20);

  /** At full speed fewer are over before the rate settles. */
  private static final long FEWEST_BARE_EVENTS = 50_000;

  @Option(
      names = "--studies",
      paramLabel = "N",
      defaultValue = "8",
      description = "Number of studies (default ${DEFAULT-VALUE}).")
  private int studies = 8;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "4",
      description = "Trials of each study trained in parallel (default ${DEFAULT-VALUE}).")
  private int workers = 4;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Reports per second in all; 0 = as fast as can be (default ${DEFAULT-VALUE}).")
  private double rate = 1000;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "How long to run before anything is measured (default ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long to measure (default ${DEFAULT-VALUE}).")
  private int seconds = 60;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads that share the trainers (default ${DEFAULT-VALUE}).")
  private int threads = 1;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      defaultValue = "flexhb",
      description = "Algorithm of the studies (default ${DEFAULT-VALUE}).")
  private String algorithm = "flexhb";

  @Option(
      names = "--baseline",
      description = "Put as many events through a bare Streams application and compare.")
  private boolean baseline;

  @Option(names = "--keep", description = "Keep the studies.")
  private boolean keep;

  @Override
  int run(Cluster cluster, StudyRecords records) {
    SimulationPlan plan = plan();
    List<Study> made = new ArrayList<>();
    try {
      create(cluster, records, plan.studies(), made);
      SimulationResult result = new TrainerSimulator(plan, worker(cluster.config())).run();
      Optional<BareResult> bare =
          baseline && result.reports() > 0
              ? Optional.of(BareStreams.run(bareLoad(cluster, result)))
              : Optional.empty();
      answer(result, bare);
      if (result.undelivered() > 0) {
        throw CommandFailure.environment(
            result.undelivered()
                + " reports did not reach Kafka at "
                + cluster.config()
                + ", so what was measured does not count; is the broker up?",
            null);
      }
      return ExitCode.OK;
    } finally {
      if (!keep) {
        delete(cluster, records, made);
      }
    }
  }

  private SimulationPlan plan() {
    String run = UUID.randomUUID().toString().substring(0, 8);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < studies; i++) {
      names.add("simulated-" + run + "-" + i);
    }
    try {
      return SimulationPlan.builder(names)
          .slotsPerStudy(workers)
          .reportsPerSecond(rate)
          .warmUp(Duration.ofSeconds(warmUpSeconds))
          .duration(Duration.ofSeconds(seconds))
          .threads(threads)
          .build();
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput(e.getMessage());
    }
  }

  private void create(Cluster cluster, StudyRecords records, List<String> names, List<Study> made) {
    for (int i = 0; i < names.size(); i++) {
      StudyFile file = StudyFile.of("the simulated study", toyStudy(names.get(i), i));
      made.add(
          new Study(
              names.get(i),
              UUID.randomUUID(),
              RequestedState.ACTIVE,
              file.definition(),
              Instant.now()));
    }
    List<StudySender.Outcome> outcomes =
        new StudySender(cluster, records).sendAll(made, TAKE_UP_LIMIT);
    for (int i = 0; i < names.size(); i++) {
      if (!(outcomes.get(i) instanceof StudySender.Outcome.Decided)) {
        throw CommandFailure.environment(
            "no tuner took the study "
                + names.get(i)
                + " up within "
                + TAKE_UP_LIMIT.toSeconds()
                + " s. Start one with 'flexhb tuner' or 'flexhb dev'.",
            null);
      }
    }
  }

  private Map<String, Object> toyStudy(String name, int seed) {
    Map<String, Object> space = new LinkedHashMap<>();
    space.put("x", Map.of("type", "double", "low", -10, "high", 10));
    space.put("y", Map.of("type", "double", "low", 0, "high", 20));
    space.put("z", Map.of("type", "double", "low", 0, "high", 10));
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("study", name);
    tree.put("objective", Map.of("metric", "value", "direction", "minimize"));
    tree.put("resource", Map.of("max", 81));
    tree.put("seed", seed);
    tree.put("algorithm", algorithm);
    tree.put("space", space);
    tree.put("limits", Map.of("loops", 1_000_000));
    return tree;
  }

  private static TrialClientConfig worker(ClientConfig config) {
    TrialClientConfig.Builder builder =
        TrialClientConfig.builder(config.broker(), config.registry().get("schema.registry.url"))
            .topics(config.topics());
    config
        .kafka()
        .forEach(
            (key, value) -> {
              if (!key.equals("bootstrap.servers")) {
                builder.kafka(key, value);
              }
            });
    config
        .registry()
        .forEach(
            (key, value) -> {
              if (!key.equals("schema.registry.url")) {
                builder.registry(key, value);
              }
            });
    return builder.build();
  }

  private BareLoad bareLoad(Cluster cluster, SimulationResult result) {
    long perDecision = result.reports() / Math.max(1, result.boundaryReports());
    // A tuner that is configured as this command is.
    TunerConfig tuner = TunerConfig.of(connection().given());
    return new BareLoad(
        cluster.config().kafka(),
        streamsSettings(tuner),
        tuner.millis(Setting.COMMIT_INTERVAL_MS),
        "flexhb-bare-" + UUID.randomUUID().toString().substring(0, 8) + "-",
        cluster.partitions(cluster.config().topics().metrics()),
        studies,
        warmUpEvents(result),
        rate == 0 ? Math.max(result.reports(), FEWEST_BARE_EVENTS) : result.reports(),
        rate,
        (int) Math.max(1, perDecision),
        REPORT_BYTES,
        Duration.ofSeconds(warmUpSeconds + seconds).multipliedBy(3).plusSeconds(60));
  }

  /** As long as the tuner had; at full speed, when that is shorter, as many events as it had. */
  private long warmUpEvents(SimulationResult result) {
    double perSecond = rate == 0 ? result.reportsPerSecond() : rate;
    return Math.round(warmUpSeconds * perSecond);
  }

  private static Map<String, Object> streamsSettings(TunerConfig tuner) {
    Map<String, Object> settings = new LinkedHashMap<>();
    new ClientSettings(tuner)
        .streams()
        .forEach((key, value) -> settings.put(key.toString(), value));
    return settings;
  }

  private void answer(SimulationResult result, Optional<BareResult> bare) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("studies", studies);
    tree.put("workersPerStudy", workers);
    tree.put("reports", result.reports());
    tree.put("boundaryReports", result.boundaryReports());
    tree.put("decisions", result.decisionsReceived());
    tree.put("seconds", result.elapsed().toMillis() / 1000.0);
    tree.put("reportsPerSecond", result.reportsPerSecond());
    tree.put("decisionMillisP50", result.latency().p50());
    tree.put("decisionMillisP99", result.latency().p99());
    tree.put("decisionMillisMax", result.latency().max());
    tree.put("undelivered", result.undelivered());
    bare.ifPresent(
        b -> {
          tree.put("bareEventsPerSecond", b.eventsPerSecond());
          tree.put("bareMillisP50", b.p50());
          tree.put("bareMillisP99", b.p99());
          // At full speed times are those of queues; at a given rate both keep up with it.
          if (rate == 0) {
            tree.put("throughputRatio", result.reportsPerSecond() / b.eventsPerSecond());
          } else {
            tree.put("p99Ratio", result.latency().p99() / b.p99());
          }
        });
    output()
        .answer(
            tree, out -> tree.forEach((key, value) -> out.println(key + ": " + Show.value(value))));
  }

  /** What goes wrong here must not hide what went wrong before. */
  private void delete(Cluster cluster, StudyRecords records, List<Study> made) {
    List<Study> wishes =
        made.stream()
            .map(
                study ->
                    new Study(
                        study.getStudy(),
                        study.getIncarnation(),
                        RequestedState.DELETED,
                        study.getDefinition(),
                        Instant.now()))
            .toList();
    try {
      new StudySender(cluster, records).sendAll(wishes, Duration.ZERO);
    } catch (CommandFailure | KafkaException e) {
      output().note("the simulated studies could not be deleted: " + e.getMessage());
    }
  }
}
