package io.flexhb.standalone.cli.dev;

import io.flexhb.service.config.InvalidConfigException;
import io.flexhb.standalone.broker.BrokerConfig;
import io.flexhb.standalone.broker.EmbeddedBroker;
import io.flexhb.standalone.cli.base.ExitCode;
import io.flexhb.standalone.cli.process.ShutdownSignal;
import io.flexhb.standalone.system.Ports;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the broker of {@code flexhb dev} in its own process. */
@Command(
    name = "broker",
    description = {
      "Run only the broker, until SIGTERM or Ctrl-C. Not for production: one copy, one disk."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = "  flexhb dev broker --data /tmp/broker --port 9092")
final class DevBrokerCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      defaultValue = ".flexhb/broker",
      description = "Where its data are kept (default ${DEFAULT-VALUE}).")
  private Path data;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Its port; 0 takes a free one (default ${DEFAULT-VALUE}).")
  private int port;

  @Override
  public Integer call() throws InterruptedException {
    Ports.problem("--port", port)
        .ifPresent(
            problem -> {
              throw new InvalidConfigException(List.of(problem));
            });
    try (ShutdownSignal shutdown = ShutdownSignal.awaited();
        EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(data).withPort(port))) {
      spec.commandLine().getOut().println("broker    " + broker.bootstrapServers());
      spec.commandLine().getOut().flush();
      shutdown.await();
    }
    return ExitCode.OK;
  }
}
