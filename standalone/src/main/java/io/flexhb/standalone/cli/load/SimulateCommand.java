package io.flexhb.standalone.cli.load;

import io.flexhb.client.Cluster;
import io.flexhb.client.StudyClient;
import io.flexhb.emitter.TrialClientConfig;
import io.flexhb.emitter.protocol.TrainingInterruptedException;
import io.flexhb.load.LoadPlan;
import io.flexhb.load.LoadResult;
import io.flexhb.load.TrainerSimulator;
import io.flexhb.load.bare.BareLoad;
import io.flexhb.load.bare.BareResult;
import io.flexhb.load.bare.BareStreams;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.http.HttpEndpoint;
import io.flexhb.service.http.MetricsPage;
import io.flexhb.service.metrics.ScrapedRegistry;
import io.flexhb.standalone.cli.base.ClientCommand;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.NonNegativeInt;
import io.flexhb.standalone.cli.base.WorkerConfigs;
import io.flexhb.standalone.cli.output.ValueFormat;
import io.flexhb.standalone.cli.process.ProgressWatch;
import io.flexhb.standalone.cli.process.ShutdownSignal;
import io.flexhb.standalone.system.Ports;
import io.flexhb.standalone.system.TemporaryFolder;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.errors.InterruptException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Loads a running tuner with simulated trainers. */
@Command(
    name = "simulate",
    description = {
      "Train a toy function in many studies at once and measure how long decisions take. Needs a"
          + " running tuner. Creates its own studies and deletes them afterwards."
    },
    footer = {
      "  flexhb simulate --studies 64 --rate 1000 --duration 60",
      "  flexhb simulate --studies 64 --workers 64 --rate 0 --baseline    full speed, and how much",
      "                                                     faster a bare Streams application is"
    })
public final class SimulateCommand extends ClientCommand {
  private static final int REPORT_BYTES = 160;
  private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(3);

  /** Minimum number of events; at full speed fewer are processed before the rate settles. */
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
      description = "Total reports per second; 0 = as fast as possible (default ${DEFAULT-VALUE}).")
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
      names = "--wait",
      paramLabel = "SECONDS",
      converter = NonNegativeInt.class,
      description =
          "How long to wait until a tuner has accepted all studies; 0 = not at all (default: 20"
              + " and one more for every 100 studies).")
  private Integer waitSeconds;

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
      description = "Also send as many events through a bare Streams application and compare.")
  private boolean baseline;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      description = {
        "Serve meters of the simulated workers on this local port; 0 takes a free one"
            + " (default: none)."
      })
  private Optional<Integer> httpPort = Optional.empty();

  @Option(names = "--keep", description = "Keep the studies.")
  private boolean keep;

  /** Checks the options before minutes of load. */
  @Override
  protected boolean needsCluster() {
    plan();
    httpPort
        .flatMap(port -> Ports.problem("--http-port", port))
        .ifPresent(
            wrong -> {
              throw CommandFailure.badInput(wrong);
            });
    bareTuner();
    return true;
  }

  /** The settings of a tuner with this command's configuration, used by the bare application. */
  private Optional<TunerConfig> bareTuner() {
    return baseline ? Optional.of(TunerConfig.of(connection().given())) : Optional.empty();
  }

  @Override
  protected int run(StudyClient client) {
    Cluster cluster = client.cluster();
    LoadPlan plan = plan();
    SimulatedStudies made = new SimulatedStudies(client, algorithm, plan.studies(), output()::note);
    ProgressWatch watch =
        ProgressWatch.ofBroker(cluster.admin(), cluster.config().toString(), output()::note);
    try (ShutdownSignal shutdown = ShutdownSignal.interrupting(this::noteShutdown)) {
      try {
        made.create(acceptanceWait());
        LoadResult result =
            simulate(plan, WorkerConfigs.of(cluster.config(), DELIVERY_LIMIT).build());
        Optional<BareResult> bare =
            bareTuner()
                .filter(config -> result.reports() > 0 && !shutdown.isRaised())
                .map(config -> runBare(bareLoad(cluster, result, config)));
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
      } catch (InterruptException | TrainingInterruptedException interrupted) {
        if (!shutdown.isRaised()) {
          throw interrupted;
        }
        return ExitCode.NO;
      } finally {
        if (!keep) {
          made.delete();
        }
      }
    } finally {
      watch.close();
    }
  }

  private Duration acceptanceWait() {
    return waitSeconds == null
        ? SimulatedStudies.usualWait(studies)
        : Duration.ofSeconds(waitSeconds);
  }

  private LoadResult simulate(LoadPlan plan, TrialClientConfig config) {
    if (httpPort.isEmpty()) {
      return new TrainerSimulator(plan, config).run();
    }
    PrometheusMeterRegistry meters = ScrapedRegistry.create();
    try (HttpEndpoint endpoint =
        HttpEndpoint.open(
            "127.0.0.1",
            httpPort.get(),
            Map.of(MetricsPage.PATH, new MetricsPage(meters)),
            "--http-port")) {
      output().note("meters at " + endpoint.url() + MetricsPage.PATH);
      return new TrainerSimulator(plan, config, meters).run();
    } finally {
      meters.close();
    }
  }

  private void noteShutdown() {
    output()
        .note(
            "ending: trials are given back"
                + (keep ? "" : " and the simulated studies deleted")
                + ", within "
                + ShutdownSignal.INTERRUPTED_LIMIT.toSeconds()
                + " s");
  }

  private LoadPlan plan() {
    String run = UUID.randomUUID().toString().substring(0, 8);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < studies; i++) {
      names.add("simulated-" + run + "-" + i);
    }
    try {
      return LoadPlan.builder(names)
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

  private static BareResult runBare(BareLoad load) {
    try (TemporaryFolder folder = TemporaryFolder.create("flexhb-bare")) {
      return BareStreams.run(load, folder.path());
    }
  }

  private BareLoad bareLoad(Cluster cluster, LoadResult result, TunerConfig tuner) {
    long perDecision = result.reports() / Math.max(1, result.boundaryReports());
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

  /**
   * As long as the tuner had; at full speed as many events as the tuner had, if that is shorter.
   */
  private long warmUpEvents(LoadResult result) {
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

  private void answer(LoadResult result, Optional<BareResult> bare) {
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
          // At full speed latencies are queueing times; at a given rate both applications keep up.
          if (rate == 0) {
            tree.put("throughputRatio", result.reportsPerSecond() / b.eventsPerSecond());
          } else {
            tree.put("p99Ratio", result.latency().p99() / b.p99());
          }
        });
    output()
        .answer(
            tree,
            out ->
                tree.forEach((key, value) -> out.println(key + ": " + ValueFormat.value(value))));
  }
}
