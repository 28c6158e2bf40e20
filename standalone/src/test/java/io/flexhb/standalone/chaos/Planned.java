package io.flexhb.standalone.chaos;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The program: {@code dev/chaos --planned}. */
@Command(
    name = "chaos --planned",
    description = {
      "Restart two tuners one after the other, scale them from one to three and back, stop all",
      "and start them again, while trainers report. Watch the decisions and the tuners' health",
      "endpoints, and audit the topics at the end. Exit code 0 if nothing was lost, no decision",
      "took too long and no tuner reported itself ready when it was not."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class Planned implements Callable<Integer> {

  @Option(names = "--planned", hidden = true)
  private boolean planned;

  @Option(names = "--rate", paramLabel = "N", description = "Reports per second in total.")
  private double rate = 500;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each of the two tuners is restarted.")
  private int rounds = 3;

  @Option(names = "--pause", paramLabel = "SECONDS", description = "Time between two changes.")
  private double pause = 10;

  @Option(
      names = "--away",
      paramLabel = "SECONDS",
      description = "How long no tuner runs when the version changes.")
  private double away = 15;

  @Option(
      names = "--gap",
      paramLabel = "SECONDS",
      description = "Longest time without a decision on a study while some tuner runs.")
  private double gap = 5;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Partitions of the topics, which the tuners share.")
  private int partitions = 4;

  @Option(names = "--studies", paramLabel = "N", description = "Number of studies.")
  private int studies = 4;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the studies.")
  private long seed = 1;

  @Mixin private RunFolder folder;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Planned()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PlannedChanges plan =
        PlannedChanges.of(
            seed, rate, partitions, studies, rounds, seconds(pause), seconds(away), seconds(gap));
    return folder.run(path -> PlannedRun.of(plan, path, System.out));
  }

  private static Duration seconds(double time) {
    return Duration.ofMillis(Math.round(time * 1_000));
  }
}
