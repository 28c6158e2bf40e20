package io.flexhb.emitter.agent;

import io.flexhb.emitter.agent.output.LineSplitter;
import io.flexhb.emitter.agent.output.Report;
import io.flexhb.emitter.agent.output.ReportAssembler;
import io.flexhb.emitter.agent.process.ProcessGroup;
import io.flexhb.emitter.agent.source.MetricSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A running or suspended script and the metrics that it has shown so far. Its output is always read
 * and logged, so the script never waits for the agent. Used by one thread at a time.
 */
final class RunningScript implements AutoCloseable {

  private static final int BUFFER = 16_384;
  private static final Duration OUTPUT_END = Duration.ofSeconds(2);

  private final ProcessGroup group;
  private final TrialLog log;
  private final Path folder;
  private final Duration grace;
  private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
  private final ReportAssembler assembler;
  private final OutputTail lastLines = new OutputTail();
  private final CountDownLatch streams = new CountDownLatch(2);
  private final SourcePoller sources;
  private boolean ended;

  /**
   * Manages a process that was just started.
   *
   * @param folder the folder where it saves its state
   * @param assembling creates the assembler of reports for the given consumer
   * @param reading creates the reader of output lines for that assembler
   * @param sources creates further sources of metrics for that assembler
   */
  RunningScript(
      ProcessGroup group,
      TrialLog log,
      Path folder,
      Duration grace,
      Function<Consumer<Report>, ReportAssembler> assembling,
      Function<ReportAssembler, LineSplitter.Sink> reading,
      Function<ReportAssembler, List<MetricSource>> sources) {
    this.group = group;
    this.log = log;
    this.folder = folder;
    this.grace = grace;
    this.assembler = assembling.apply(reports::add);
    read(group.output(), reading.apply(assembler), "out");
    read(group.errors(), reading.apply(assembler), "err");
    this.sources = new SourcePoller(sources.apply(assembler), group);
  }

  private void read(InputStream stream, LineSplitter.Sink lines, String name) {
    LineSplitter splitter =
        new LineSplitter(
            (text, isFinal) -> {
              if (isFinal) {
                lastLines.add(text);
              }
              lines.line(text, isFinal);
            });
    Thread reader = new Thread(() -> pump(stream, splitter), "flexhb-script-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  private void pump(InputStream stream, LineSplitter splitter) {
    byte[] buffer = new byte[BUFFER];
    try (stream) {
      for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
        log.write(buffer, count);
        splitter.accept(buffer, 0, count);
      }
    } catch (IOException closedWithTheProcess) {
      // Everything before was read.
    } finally {
      splitter.end();
      streams.countDown();
    }
  }

  /** The next report, if one arrives within that time. */
  Optional<Report> next(long millis) throws InterruptedException {
    assembler.tick();
    Report report = reports.poll(millis, TimeUnit.MILLISECONDS);
    if (report == null && !group.isAlive()) {
      finish();
      report = reports.poll();
    }
    return Optional.ofNullable(report);
  }

  /**
   * Waits until all its output is read; an escaped child process may keep the stream open, so not
   * forever.
   */
  private void finish() throws InterruptedException {
    if (!ended) {
      streams.await(OUTPUT_END.toMillis(), TimeUnit.MILLISECONDS);
      sources.finish();
      assembler.end();
      ended = true;
    }
  }

  /** Whether it has ended and all its reports were taken. */
  boolean isOver() {
    return ended && reports.isEmpty();
  }

  boolean isAlive() {
    return group.isAlive();
  }

  /**
   * Whether more reports may come: it is alive, or it finished before it could be suspended and has
   * reports that were not taken yet.
   */
  boolean hasMore() throws InterruptedException {
    if (group.isAlive()) {
      return true;
    }
    if (exitCode().orElse(1) != 0) {
      return false;
    }
    finish();
    return !reports.isEmpty();
  }

  OptionalInt exitCode() {
    return group.exitCode();
  }

  void suspend() {
    group.suspend();
  }

  void resume() {
    group.resume();
  }

  OptionalLong memory() {
    return group.memory();
  }

  /** Waits at most that long; returns whether it has ended. */
  boolean awaitExit(Duration patience) throws InterruptedException {
    return group.awaitExit(patience);
  }

  /** SIGTERM, grace, SIGKILL. Its reports can still be taken. */
  void stop() throws InterruptedException {
    if (group.isAlive()) {
      group.stop(grace);
    }
    finish();
  }

  /** The folder where it saves its state. */
  Path folder() {
    return folder;
  }

  /** The file with its output. */
  Path logFile() {
    return log.file();
  }

  ReportAssembler shown() {
    return assembler;
  }

  /** The last values shown together with the objective; empty when there are none. */
  Map<String, Double> lastValues() {
    return assembler.last();
  }

  String lastLines() {
    return lastLines.text();
  }

  /** Ends it in any state. Its last output is logged, too. */
  @Override
  public void close() {
    try {
      stop();
    } catch (InterruptedException atOnce) {
      group.kill();
      Thread.currentThread().interrupt();
    }
    log.close();
  }
}
