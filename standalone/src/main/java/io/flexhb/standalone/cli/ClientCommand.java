package io.flexhb.standalone.cli;

import java.util.concurrent.Callable;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command that talks to Kafka, answers and ends. */
@Command(footerHeading = "%nExample:%n")
abstract class ClientCommand implements Callable<Integer> {

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
    RootCommand.of(spec.commandLine()).quiet();
    if (!needsCluster()) {
      return runAlone();
    }
    ClientConfig config = ClientConfig.of(connection.given());
    try (Cluster cluster = Cluster.connect(config)) {
      return run(cluster, new StudyRecords(cluster, output::note));
    } catch (TopicAuthorizationException e) {
      // What is written, and what is described, is told where it is done.
      throw CommandFailure.environment(Cluster.denied(config, e, "READ"), e);
    } catch (TimeoutException e) {
      throw CommandFailure.environment(
          "Kafka at " + config + " stopped answering (" + e.getMessage() + ")", e);
    }
  }

  ConnectionOptions connection() {
    return connection;
  }

  OutputOptions output() {
    return output;
  }

  /** Whether Kafka is needed at all, with the options as they are. May check input first. */
  boolean needsCluster() {
    return true;
  }

  /** Does what needs no Kafka. */
  int runAlone() {
    throw new IllegalStateException("needs a cluster");
  }

  /** Does the work; returns the exit code. */
  abstract int run(Cluster cluster, StudyRecords records);
}
