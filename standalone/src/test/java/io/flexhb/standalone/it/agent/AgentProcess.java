package io.flexhb.standalone.it.agent;

import io.flexhb.standalone.FlexHb;
import io.flexhb.standalone.it.ChildJvm;
import io.flexhb.standalone.it.ToyStudy;
import io.flexhb.standalone.it.TunerHarness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code flexhb agent} in a JVM of its own, which a test can end in any way. */
final class AgentProcess implements AutoCloseable {

  private final Process process;

  private AgentProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts it in a folder.
   *
   * @param options of the agent; the script's command line comes after {@code --}
   */
  static AgentProcess start(
      TunerHarness harness, ToyStudy study, Path folder, String worker, List<String> options) {
    Map<String, String> settings = harness.settings("a");
    List<String> words =
        new ArrayList<>(
            List.of(
                "agent",
                "--study",
                study.name(),
                "-b",
                settings.get("bootstrap.servers"),
                "--registry",
                settings.get("schema.registry.url"),
                "--topic-prefix",
                settings.get("topic.prefix"),
                "--worker",
                worker));
    words.addAll(options);
    try {
      return new AgentProcess(
          new ProcessBuilder(ChildJvm.command(List.of("-Xmx128m"), FlexHb.class, words))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a machine that loses power would. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** SIGTERM; waits until it is gone. */
  void terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("the agent does not end");
    }
  }

  /** As the machine would when it sleeps. */
  void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  void wakeUp() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    kill();
  }
}
