package io.flexhb.emitter.agent;

import com.sun.management.OperatingSystemMXBean;
import io.flexhb.emitter.agent.output.CounterName;
import io.flexhb.emitter.agent.output.LineReader;
import io.flexhb.emitter.agent.output.OutputFormat;
import io.flexhb.emitter.agent.output.ReportAssembler;
import io.flexhb.emitter.agent.output.StepNumbering;
import io.flexhb.emitter.agent.process.ProcessGroup;
import io.flexhb.emitter.protocol.StepSize;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A program that measures the processor time of reading a script's output. Arguments: lines per
 * second (1000), seconds (30). Every tenth line shows an epoch and four metrics; the others are
 * typical log lines. Needs perl.
 */
final class OutputCost {

  private static final String PRINTS =
      """
      use Time::HiRes qw(time sleep); $| = 1;
      my ($rate, $n, $begin) = (shift, 0, time);
      while (1) {
        while ($n < $rate * (time - $begin)) {
          $n++;
          print $n % 10
            ? "2026-11-29 08:00:00,123 INFO trainer.data: batch $n of 60000, 32 images, queue 7,"
            + " lr=0.001\\n"
            : "Epoch $n/100000 loss: 0.5310 - accuracy: 0.8100 - val_loss: 0.4822 -"
            + " val_accuracy: 0.83\\n";
        }
        sleep 0.01;
      }
      """;

  private OutputCost() {}

  public static void main(String[] args) throws Exception {
    long rate = args.length > 0 ? Long.parseLong(args[0]) : 1000;
    long seconds = args.length > 1 ? Long.parseLong(args[1]) : 30;
    Path folder = Files.createTempDirectory("flexhb-output-cost");
    OutputFormat format = OutputFormat.of("val_loss", CounterName.ofUnit("epochs"));
    ProcessGroup group =
        ProcessGroup.start(
            List.of("perl", "-e", PRINTS, Long.toString(rate)),
            Map.of(),
            folder,
            folder.resolve("group"));
    try (RunningScript script =
        new RunningScript(
            group,
            new TrialLog(folder.resolve("log")),
            folder,
            Duration.ofSeconds(1),
            reports ->
                new ReportAssembler(
                    format,
                    new StepNumbering(OptionalInt.empty(), false).run(0),
                    StepSize.ONE,
                    reports,
                    () -> System.nanoTime() / 1_000_000),
            shown -> new LineReader(format, shown),
            shown -> List.of())) {
      take(script, 10);
      long before = cpuNanos();
      long reports = take(script, seconds);
      double cores = (cpuNanos() - before) / 1e9 / seconds;
      System.out.printf(
          "%d lines a second, %d reports in %d s: %.2f %% of a core%n",
          rate, reports, seconds, 100 * cores);
    }
  }

  private static long take(RunningScript script, long seconds) throws InterruptedException {
    long reports = 0;
    long end = System.nanoTime() + seconds * 1_000_000_000;
    while (System.nanoTime() < end) {
      reports += script.next(50).isPresent() ? 1 : 0;
    }
    return reports;
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
