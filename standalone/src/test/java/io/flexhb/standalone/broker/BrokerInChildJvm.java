package io.flexhb.standalone.broker;

import io.flexhb.standalone.it.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A broker in its own process, which a test can kill. */
final class BrokerInChildJvm implements AutoCloseable {

  private static final String READY = "READY ";

  private final Process process;
  private final String bootstrapServers;

  private BrokerInChildJvm(Process process, String bootstrapServers) {
    this.process = process;
    this.bootstrapServers = bootstrapServers;
  }

  /** Runs in the child. */
  public static void main(String[] args) throws InterruptedException {
    EmbeddedBroker broker = EmbeddedBroker.start(BrokerConfig.in(Path.of(args[0])));
    System.out.println(READY + broker.bootstrapServers());
    Thread.currentThread().join();
  }

  static BrokerInChildJvm start(Path folder) throws IOException {
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of("-Xmx256m"), BrokerInChildJvm.class, List.of(folder.toString())))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = output.readLine();
    if (line == null || !line.startsWith(READY)) {
      process.destroyForcibly();
      throw new IOException("The broker in the child JVM said: " + line);
    }
    return new BrokerInChildJvm(process, line.substring(READY.length()));
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  long pid() {
    return process.pid();
  }

  /** Sends a signal by its name, such as STOP. */
  void signal(String name) throws IOException, InterruptedException {
    int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
    if (status != 0) {
      throw new IOException("kill -" + name + " ended with status " + status);
    }
  }

  /** Like kill -9: nothing is flushed, nothing is closed. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
