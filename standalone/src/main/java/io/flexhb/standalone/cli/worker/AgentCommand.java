package io.flexhb.standalone.cli.worker;

import io.flexhb.avro.Study;
import io.flexhb.client.ClusterUnavailableException;
import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyClientConfig;
import io.flexhb.client.StudyClientException;
import io.flexhb.codec.Definitions;
import io.flexhb.core.space.Parameter;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.emitter.agent.Agent;
import io.flexhb.emitter.agent.AgentSettings;
import io.flexhb.emitter.agent.GpuAssignment;
import io.flexhb.emitter.agent.WorkerName;
import io.flexhb.emitter.agent.params.CommandTemplate;
import io.flexhb.emitter.kafka.KafkaTransport;
import io.flexhb.standalone.cli.base.ClientConfigs;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ConnectionOptions;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.base.WorkerConfigs;
import io.flexhb.standalone.cli.process.ShutdownHook;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tunes an unmodified training script. */
@Command(
    name = "agent",
    description = {
      "Run a training script for the trials of a study, read its metrics from its output, and"
          + " stop, suspend or resume it as the tuner decides, until the study is over. Start one"
          + " on each machine. Ctrl-C or SIGTERM gives its trials back."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {
      "  flexhb agent --study mnist -- python train.py --lr {lr} --units {units}",
      "  flexhb agent --study mnist --slots 4 --boundary exit -- python train.py --lr {lr} \\",
      "      --epochs {until} --save {folder} --load {checkpoint}",
      "",
      "A word whose parameter is not active is left out, with the flag before it. {name?--flag} is",
      "--flag when that parameter is true. Placeholders besides parameters: {from} {until} {step}",
      "{folder} {checkpoint} {trial} {attempt} {slot} {gpu} {parameters.json} {parameters.yaml}."
          + " All",
      "of them are environment variables too: FLEXHB_PARAM_lr, FLEXHB_UNTIL, FLEXHB_FOLDER ..."
    })
public final class AgentCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(AgentCommand.class);
  private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(10);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_AGAIN_MILLIS = 2_000;

  @Mixin private ConnectionOptions connection;
  @Mixin private ScriptOptions script;
  @Mixin private AgentOptions options;

  @Option(
      names = "--study",
      required = true,
      paramLabel = "STUDY",
      description = "The study to work for; the agent waits until it exists.")
  private String study;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The script, after --; it is not run by a shell.")
  private List<String> command = new ArrayList<>();

  private final Path folder;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean shuttingDown;

  public AgentCommand(Path folder) {
    this.folder = folder;
  }

  @Override
  public Integer call() throws InterruptedException {
    script.check();
    CommandTemplate template = options.command(command);
    StudyClientConfig config = ClientConfigs.of(connection.given());
    Study record = awaitStudy(config);
    StudySpec spec = Definitions.read(record.getDefinition()).orElseThrow();
    check(template, spec);
    try (WorkerName worker = options.worker(folder)) {
      AgentSettings settings = settings(template, spec, worker);
      try (Agent agent =
          new Agent(
              settings,
              worker.name(),
              DELIVERY_LIMIT,
              onCommand ->
                  KafkaTransport.open(
                      WorkerConfigs.of(config, DELIVERY_LIMIT).build().transport(), onCommand))) {
        LOG.info(
            "agent {}: study {}, {} slots, {}", worker.name(), study, settings.slots(), template);
        agent.offerKept(record.getIncarnation());
        return runToTheEnd(agent, settings);
      }
    } catch (IllegalStateException inTheWay) {
      throw CommandFailure.environment(inTheWay.getMessage(), inTheWay);
    } finally {
      ended.countDown();
    }
  }

  private int runToTheEnd(Agent agent, AgentSettings settings) throws InterruptedException {
    Thread hook = new Thread(() -> endEarly(agent, settings), "flexhb-agent-end");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      agent.run();
      if (shuttingDown) {
        return ExitCode.NO;
      }
      LOG.info("study {} no longer needs this agent", study);
      return ExitCode.OK;
    } finally {
      ShutdownHook.remove(hook);
    }
  }

  /** Gives trials back before the process ends, within a time limit. */
  private void endEarly(Agent agent, AgentSettings settings) {
    AgentSettings.Patience patience = settings.patience();
    shuttingDown = true;
    LOG.info("ending: trials are given back");
    agent.drain(patience.drain());
    try {
      ended.await(
          patience.drain().plus(patience.grace()).plus(DELIVERY_LIMIT).toMillis(),
          TimeUnit.MILLISECONDS);
    } catch (InterruptedException atOnce) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the study's definition, which names its metric and its resource. */
  private Study awaitStudy(StudyClientConfig config) throws InterruptedException {
    long deadline = System.nanoTime() + CONNECT_LIMIT.toNanos();
    boolean announced = false;
    while (true) {
      try (StudyClient client = StudyClient.connect(config, LOG::warn)) {
        for (Optional<Study> found = client.find(study); ; found = client.find(study)) {
          if (found.isPresent()) {
            return found.get();
          }
          if (!announced) {
            LOG.info("there is no study {} yet; waiting until there is", study);
            announced = true;
          }
          Thread.sleep(LOOK_AGAIN_MILLIS);
        }
      } catch (StudyClientException | KafkaException trouble) {
        boolean mayPass =
            trouble instanceof KafkaException || trouble instanceof ClusterUnavailableException;
        if (!mayPass || System.nanoTime() > deadline) {
          throw trouble;
        }
        LOG.warn("{}. Retrying", trouble.getMessage());
        Thread.sleep(LOOK_AGAIN_MILLIS);
      }
    }
  }

  private static void check(CommandTemplate template, StudySpec spec) {
    Set<String> parameters =
        spec.space().parameters().stream().map(Parameter::name).collect(Collectors.toSet());
    try {
      template.check(AgentSettings.placeholders(parameters));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput(e.getMessage());
    }
  }

  private AgentSettings settings(CommandTemplate template, StudySpec spec, WorkerName worker) {
    GpuAssignment gpus = options.gpus();
    try {
      return new AgentSettings(
          study,
          spec.objective().metric(),
          spec.ladder().maxResource(),
          options.slots(gpus),
          gpus,
          template,
          script.output(spec),
          script.sources(),
          script.counting(),
          script.mode(),
          script.exits(),
          options.suspension(),
          options.patience(),
          options.folders(folder, worker));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput(e.getMessage());
    }
  }
}
