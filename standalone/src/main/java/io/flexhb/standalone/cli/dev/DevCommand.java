package io.flexhb.standalone.cli.dev;

import io.flexhb.service.TunerService;
import io.flexhb.service.config.ClientSettings;
import io.flexhb.service.config.InvalidConfigException;
import io.flexhb.service.config.RawSettings;
import io.flexhb.service.config.Setting;
import io.flexhb.service.config.TunerConfig;
import io.flexhb.service.failure.TunerException;
import io.flexhb.standalone.broker.BrokerConfig;
import io.flexhb.standalone.broker.EmbeddedBroker;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.process.ProcessLimits;
import io.flexhb.standalone.cli.process.ProgressWatch;
import io.flexhb.standalone.cli.process.ShutdownHook;
import io.flexhb.standalone.registry.RegistryProcess;
import io.flexhb.standalone.registry.RegistryProcessConfig;
import io.flexhb.standalone.system.Ports;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs everything a study needs on this machine. */
@Command(
    name = "dev",
    description = {
      "Run a broker, a schema registry and a tuner on this machine until Ctrl-C. Data are kept in"
          + " a folder and used again at the next start. Not for production: one copy, one"
          + " disk.",
      "FLEXHB_* variables set the tuner's settings, for example FLEXHB_TOPIC_PARTITIONS."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {"  flexhb dev", "  flexhb dev --data /tmp/flexhb --broker-port 0 --registry-port 0"},
    subcommands = {DevBrokerCommand.class, DevRegistryCommand.class})
public final class DevCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(DevCommand.class);
  private static final int USUAL_HTTP_PORT = 9464;
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      defaultValue = ".flexhb",
      description = "Where data are kept (default ${DEFAULT-VALUE}).")
  void setData(Path folder) {
    data = new DataFolder(folder);
  }

  @Option(
      names = "--broker-port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port of the broker; 0 takes a free one (default ${DEFAULT-VALUE}).")
  private int brokerPort = 9092;

  @Option(
      names = "--registry-port",
      paramLabel = "PORT",
      defaultValue = "8081",
      description = "Port of the schema registry; 0 takes a free one (default ${DEFAULT-VALUE}).")
  private int registryPort = 8081;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      description = {
        "Port of the tuner's meters and status; 0 takes a free one (default 9464, or a free one"
            + " if that is taken)."
      })
  private Optional<Integer> httpPort = Optional.empty();

  private final Map<String, String> environment;

  private DataFolder data = new DataFolder(Path.of(".flexhb"));

  /** What was started, the newest first. */
  private final Deque<AutoCloseable> running = new ArrayDeque<>();

  public DevCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    check();
    ShutdownHook stop = ShutdownHook.run(this::stopAll);
    try {
      TunerService tuner = start();
      Optional<TunerException> failure = tuner.awaitStop();
      if (failure.isPresent()) {
        throw failure.get();
      }
      return ExitCode.OK;
    } finally {
      stop.now();
    }
  }

  private TunerService start() throws InterruptedException {
    say("starting broker, registry and tuner; data in " + data.path().toAbsolutePath());
    EmbeddedBroker broker =
        keep(EmbeddedBroker.start(BrokerConfig.in(data.broker()).withPort(brokerPort)));
    say("broker    " + broker.bootstrapServers());
    RegistryProcess registry = keep(RegistryProcess.start(registryConfig().withPort(registryPort)));
    say("registry  " + registry.url());
    Map<String, String> client = client(broker.bootstrapServers(), registry.url().toString());
    Path file = writeClientFile(client);
    TunerConfig config = tunerConfig(client);
    TunerService tuner = keep(TunerService.start(config));
    keep(ProgressWatch.ofTuner(tuner, LOG::warn));
    if (!tuner.awaitRunning(START_LIMIT)) {
      tuner
          .failure()
          .ifPresent(
              why -> {
                throw why;
              });
      throw CommandFailure.environment(
          "the tuner did not start within "
              + START_LIMIT.toSeconds()
              + " s: "
              + tuner
                  .lastFailure()
                  .orElse("the machine is too busy, or the broker does not answer"),
          null);
    }
    say("tuner     running");
    tuner.http().ifPresent(url -> say("meters    " + url + "/metrics"));
    say("");
    say("In another terminal:");
    say("  flexhb study apply STUDY.yaml" + option(file));
    say("Ctrl-C ends all three; the data stay.");
    return tuner;
  }

  /** Reports all problems before the slow start of broker and registry. */
  private void check() {
    List<String> problems = new ArrayList<>();
    Ports.problem("--broker-port", brokerPort).ifPresent(problems::add);
    Ports.problem("--registry-port", registryPort).ifPresent(problems::add);
    httpPort.flatMap(port -> Ports.problem("--http-port", port)).ifPresent(problems::add);
    try {
      registryConfig();
    } catch (IllegalArgumentException e) {
      problems.add(e.getMessage());
    }
    try {
      TunerConfig config =
          tunerConfig(
              client(
                  Setting.BOOTSTRAP_SERVERS.byDefault(), Setting.SCHEMA_REGISTRY_URL.byDefault()));
      // Kafka checks the settings that are passed through to it.
      new ClientSettings(config).admin();
    } catch (InvalidConfigException e) {
      problems.addAll(e.problems());
    } catch (ConfigException e) {
      problems.add(e.getMessage());
    }
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(problems);
    }
    List<String> ofData = data.problems();
    if (!ofData.isEmpty()) {
      throw CommandFailure.environment(
          "dev cannot keep its data in "
              + data.path()
              + ", give another folder with --data:\n  "
              + String.join("\n  ", ofData),
          null);
    }
    ProcessLimits.require(ProcessLimits.FOR_ALL_IN_ONE);
  }

  private RegistryProcessConfig registryConfig() {
    return RegistryProcessConfig.of(environment).withDataFolder(data.registry());
  }

  private static Map<String, String> client(String broker, String registry) {
    return Map.of(
        Setting.BOOTSTRAP_SERVERS.key(), broker, Setting.SCHEMA_REGISTRY_URL.key(), registry);
  }

  /** Environment variables can set everything that is not fixed here. */
  private TunerConfig tunerConfig(Map<String, String> client) {
    return TunerConfig.of(
        RawSettings.none()
            .with("dev", Map.of(Setting.HTTP_PORT.key(), Integer.toString(usualHttpPort())))
            .withVariables(environment)
            .with("dev", client)
            .with("--data", Map.of(Setting.STATE_DIR.key(), data.state().toString()))
            .with(
                "--http-port",
                httpPort
                    .map(port -> Map.of(Setting.HTTP_PORT.key(), Integer.toString(port)))
                    .orElse(Map.of())));
  }

  /** A free port when the default one is taken, so that a second dev does not fail. */
  private static int usualHttpPort() {
    return Ports.isFree(USUAL_HTTP_PORT) ? USUAL_HTTP_PORT : 0;
  }

  /** Commands find the file without this option only at its default place. */
  private static String option(Path file) {
    return file.equals(ConnectionOptions.DEV_FILE) ? "" : " -c " + file;
  }

  private Path writeClientFile(Map<String, String> settings) {
    Path file = data.clientFile();
    StringBuilder text = new StringBuilder("# Written by 'flexhb dev' while it runs.\n");
    new TreeMap<>(settings)
        .forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw CommandFailure.environment("cannot write " + file + ": " + e.getMessage(), e);
    }
    // A leftover file would direct commands to a broker that is gone.
    keep(() -> Files.deleteIfExists(file));
    return file;
  }

  private <T extends AutoCloseable> T keep(T part) {
    synchronized (running) {
      running.push(part);
    }
    return part;
  }

  private void stopAll() {
    synchronized (running) {
      while (!running.isEmpty()) {
        AutoCloseable part = running.pop();
        try {
          part.close();
        } catch (Exception e) {
          LOG.warn("A part did not stop cleanly", e);
        }
      }
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
