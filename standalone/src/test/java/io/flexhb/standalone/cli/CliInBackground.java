package io.flexhb.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flexhb.standalone.it.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;

/** A command line that runs until it is interrupted. */
public final class CliInBackground implements AutoCloseable {
  private static final Duration END = Duration.ofSeconds(10);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final AtomicInteger exitCode = new AtomicInteger(-1);
  private final Thread thread;

  private CliInBackground(Path folder, String... args) {
    CommandLine cli = Cli.of(Map.of(), folder);
    cli.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    this.thread = new Thread(() -> exitCode.set(cli.execute(args)), "flexhb " + args[0]);
    thread.start();
  }

  public static CliInBackground in(Path folder, String... args) {
    return new CliInBackground(folder, args);
  }

  /** Its lines, once there are so many. */
  public List<String> lines(int number) {
    return lines(number, out);
  }

  /** Its lines on standard error, once there are so many. */
  public List<String> errorLines(int number) {
    return lines(number, err);
  }

  private List<String> lines(int number, StringWriter of) {
    Await.until(
        () -> "waits for " + number + " lines, has\n" + out + err,
        () -> of.toString().lines().count() >= number);
    return of.toString().lines().toList();
  }

  /** Interrupts it; returns its result. */
  public CliRun interrupt() {
    close();
    return new CliRun(exitCode.get(), out.toString(), err.toString());
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(END.toMillis());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(thread.isAlive()).as("still runs").isFalse();
  }
}
