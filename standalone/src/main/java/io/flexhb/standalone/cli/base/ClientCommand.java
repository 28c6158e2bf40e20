package io.flexhb.standalone.cli.base;

import io.flexhb.client.StudyClient;
import io.flexhb.client.StudyClientConfig;
import io.flexhb.standalone.cli.output.OutputOptions;
import java.util.concurrent.Callable;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that connects to Kafka, prints its answer and ends. */
@Command(footerHeading = "%nExample:%n")
public abstract class ClientCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Mixin private ConnectionOptions connection;
  @Mixin private OutputOptions output;

  @Override
  public final Integer call() {
    Verbosity.of(spec.commandLine()).quiet();
    if (!needsCluster()) {
      return runAlone();
    }
    StudyClientConfig config = ClientConfigs.of(connection.given());
    try (StudyClient client = StudyClient.connect(config, output::note)) {
      try {
        return run(client);
      } catch (TopicAuthorizationException | TimeoutException e) {
        throw client.cluster().explained(e);
      }
    }
  }

  /** Where Kafka and the schema registry are. */
  protected ConnectionOptions connection() {
    return connection;
  }

  /** The destination and format of the answer. */
  protected OutputOptions output() {
    return output;
  }

  /** Whether the command needs Kafka with the given options. May check the input first. */
  protected boolean needsCluster() {
    return true;
  }

  /** Runs the command without Kafka. */
  protected int runAlone() {
    throw new IllegalStateException("needs a cluster");
  }

  /** Runs the command; returns the exit code. */
  protected abstract int run(StudyClient client);
}
