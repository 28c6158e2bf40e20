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
 * A script that runs or is suspended, and what it has shown so far. Its output is read and logged
 * whether anybody looks at it or not, so it never waits for the agent. Used by one thread at a
 * time.
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
   * Takes over a process that was just started.
   *
   * @param folder where it saves its state
   * @param assembling makes reports, which go where it is told
   * @param reading reads lines of the output for these reports
   * @param sources further ones for these reports
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
      // What came before was read.
    } finally {
      splitter.end();
      streams.countDown();
    }
  }

  /** The next report, when one comes in that time. */
  Optional<Report> next(long millis) throws InterruptedException {
    assembler.tick();
    Report report = reports.poll(millis, TimeUnit.MILLISECONDS);
    if (report == null && !group.isAlive()) {
      finish();
      report = reports.poll();
    }
    return Optional.ofNullable(report);
  }

  /** All was read that it ever printed; a process that got away may keep the stream open. */
  private void finish() throws InterruptedException {
    if (!ended) {
      streams.await(OUTPUT_END.toMillis(), TimeUnit.MILLISECONDS);
      sources.finish();
      assembler.end();
      ended = true;
    }
  }

  /** Whether it has ended and each of its reports was taken. */
  boolean isOver() {
    return ended && reports.isEmpty();
  }

  boolean isAlive() {
    return group.isAlive();
  }

  /**
   * Whether there is more to come of it: it lives, or it was done before anybody could suspend it
   * and has shown what was not taken yet.
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

  /** Waits so long at the most; returns whether it has ended. */
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

  /** Where it saves its state. */
  Path folder() {
    return folder;
  }

  /** What it printed. */
  Path logFile() {
    return log.file();
  }

  ReportAssembler shown() {
    return assembler;
  }

  /** The values that it showed last together with the objective; empty when it never did. */
  Map<String, Double> lastValues() {
    return assembler.last();
  }

  String lastLines() {
    return lastLines.text();
  }

  /** Ends it, however it stands. What it says at its end is logged, too. */
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
