package io.flexhb.standalone.chaos;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The program: {@code dev/chaos}. */
@Command(
    name = "chaos",
    description = {
      "Run an installation (broker, registry, tuners and workers, each in its own process).",
      "Kill and freeze its parts and take away their files at random while trainers report.",
      "Audit its topics at the end. Exit code 0 if nothing was lost, duplicated or contradicted",
      "and no tuner ended by itself."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    footer = {
      "",
      "chaos --engine N [--seed N]   random fault schedules through the engine alone, in virtual"
          + " time",
      "chaos --planned               restarts, scaling and a version change; see --planned --help"
    })
final class Chaos implements Callable<Integer> {

  @Option(names = "--minutes", paramLabel = "N", description = "How long to inject faults.")
  private double minutes = 15;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the faults and their order.")
  private long seed = 1;

  @Option(names = "--rate", paramLabel = "N", description = "Reports per second in total.")
  private double rate = 500;

  @Option(
      names = "--faults",
      paramLabel = "KIND",
      split = ",",
      description = "Kinds of faults: ${COMPLETION-CANDIDATES}; by default all.")
  private Set<Fault> faults = EnumSet.allOf(Fault.class);

  @Option(names = "--partitions", paramLabel = "N", description = "Partitions of the topics.")
  private int partitions = 4;

  @Option(names = "--studies", paramLabel = "N", description = "Number of studies.")
  private int studies = 4;

  @Option(names = "--tuners", paramLabel = "N", description = "Number of tuner processes.")
  private int tuners = 2;

  @Option(names = "--workers", paramLabel = "N", description = "Number of worker processes.")
  private int workers = 3;

  @Option(
      names = "--pause",
      paramLabel = "SECONDS",
      description = "Longest time between a recovery and the next fault.")
  private double pause = 8;

  @Mixin private RunFolder folder;

  public static void main(String[] args) {
    System.exit(new CommandLine(new Chaos()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    ChaosPlan plan =
        new ChaosPlan(
            new InstallationPlan(seed, rate, partitions, studies, tuners, workers, List.of()),
            Duration.ofMillis(Math.round(minutes * 60_000)),
            faults,
            Duration.ofSeconds(1),
            Duration.ofMillis(Math.round(pause * 1_000)));
    return folder.run(path -> ChaosRun.of(plan, path, System.out));
  }
}
