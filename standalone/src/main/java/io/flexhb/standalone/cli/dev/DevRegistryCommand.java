package io.flexhb.standalone.cli.dev;

import io.flexhb.service.config.InvalidConfigException;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.process.ShutdownSignal;
import io.flexhb.standalone.registry.RegistryProcess;
import io.flexhb.standalone.registry.RegistryProcessConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the schema registry of {@code flexhb dev} alone. */
@Command(
    name = "registry",
    description = {
      "Run only the schema registry, until SIGTERM or Ctrl-C. It is downloaded at first use."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = "  flexhb dev registry --data /tmp/registry --port 8081")
public final class DevRegistryCommand implements Callable<Integer> {

  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      defaultValue = ".flexhb/registry",
      description = "Where its schemas are kept (default ${DEFAULT-VALUE}).")
  private Path data;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8081",
      description = "Its port; 0 takes a free one (default ${DEFAULT-VALUE}).")
  private int port;

  public DevRegistryCommand(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    RegistryProcessConfig config = config();
    try (ShutdownSignal shutdown = ShutdownSignal.awaited();
        RegistryProcess registry = RegistryProcess.start(config)) {
      spec.commandLine().getOut().println("registry  " + registry.url());
      spec.commandLine().getOut().flush();
      registry.onEnd(shutdown::raise);
      shutdown.await();
      if (!registry.isAlive()) {
        throw CommandFailure.environment("the schema registry ended by itself; see the log", null);
      }
    }
    return ExitCode.OK;
  }

  private RegistryProcessConfig config() {
    try {
      return RegistryProcessConfig.of(environment).withDataFolder(data).withPort(port);
    } catch (IllegalArgumentException wrong) {
      throw new InvalidConfigException(List.of(wrong.getMessage()));
    }
  }
}
