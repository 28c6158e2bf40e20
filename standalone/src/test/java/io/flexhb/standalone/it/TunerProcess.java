package io.flexhb.standalone.it;

import io.flexhb.standalone.FlexHb;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A tuner in a process of its own, which a test can kill. */
public final class TunerProcess implements AutoCloseable {

  private final Process process;

  private TunerProcess(Process process) {
    this.process = process;
  }

  /** Runs in the child: {@code flexhb tuner} with the settings in a file. Ends with its parent. */
  public static void main(String[] args) {
    Thread parent =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException gone) {
                throw new UncheckedIOException(gone);
              } finally {
                Runtime.getRuntime().halt(1);
              }
            });
    parent.setDaemon(true);
    parent.start();
    List<String> command = new ArrayList<>(List.of("tuner", "-c"));
    command.addAll(List.of(args));
    FlexHb.main(command.toArray(String[]::new));
  }

  /**
   * @param settings of the tuner
   * @param file to write them to
   * @param temporary the temporary folder of its process
   * @param options of the command, beside the file
   */
  static TunerProcess start(
      Map<String, String> settings, Path file, Path temporary, String... options) {
    Properties properties = new Properties();
    properties.putAll(settings);
    try {
      try (OutputStream out = Files.newOutputStream(file)) {
        properties.store(out, "");
      }
      List<String> arguments = new ArrayList<>(List.of(file.toString()));
      arguments.addAll(List.of(options));
      ProcessBuilder builder =
          new ProcessBuilder(
                  ChildJvm.command(
                      List.of("-Xmx256m", "-Djava.io.tmpdir=" + temporary),
                      TunerProcess.class,
                      arguments))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT);
      // Meant for other tuners; they would win over the settings given here.
      builder.environment().keySet().removeIf(name -> name.startsWith("FLEXHB_"));
      return new TunerProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** As {@code kill -9}: nothing is flushed, nothing is closed. Returns once it is gone. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** As {@code kill} without a number: it ends in order, later. */
  public void terminate() {
    // Process.destroy would close its input as well, which it takes for the end of its parent.
    process.toHandle().destroy();
  }

  @Override
  public void close() {
    kill();
  }
}
