package io.flexhb.standalone.cli.demo;

import io.flexhb.client.InvalidRequestException;
import io.flexhb.client.JournalFile;
import io.flexhb.client.StudyDefinition;
import io.flexhb.core.space.Parameter;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.service.failure.TunerException;
import io.flexhb.standalone.cli.base.CommandFailure;
import io.flexhb.standalone.cli.base.Verbosity;
import io.flexhb.standalone.cli.output.OutputOptions;
import io.flexhb.standalone.cli.process.ProcessLimits;
import io.flexhb.standalone.cli.process.ShutdownHook;
import io.flexhb.standalone.cli.study.StudyFile;
import io.flexhb.standalone.demo.Demo;
import io.flexhb.standalone.demo.DemoResult;
import io.flexhb.standalone.demo.DemoRun;
import io.flexhb.standalone.demo.mlp.MlpHyperparameters;
import io.flexhb.standalone.system.DiskSpace;
import io.flexhb.standalone.system.Ports;
import io.flexhb.standalone.system.StartupException;
import io.flexhb.standalone.view.Screen;
import io.flexhb.standalone.view.StudyView;
import io.flexhb.standalone.view.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flexhb demo}. */
@Command(
    name = "demo",
    description = {
      "Tune a real model on this machine without any setup. Broker, tuner and trainers run in one"
          + " process. The model is a multilayer perceptron on handwritten digits, with up to 27"
          + " epochs per trial."
    },
    mixinStandardHelpOptions = true,
    footerHeading = "%nExample:%n",
    footer = {
      "  flexhb demo",
      "  flexhb demo --seed 7 --preset hyperband --budget 342",
      "  flexhb demo --output json"
    })
public final class DemoCommand implements Runnable {

  private static final String BUILT_IN = "/io/flexhb/standalone/demo/digits.yaml";
  private static final int MOST_WORKERS = 64;

  /** A study takes some 200 kB. */
  private static final long JOURNAL_BYTES = 1L << 20;

  @Spec private CommandSpec spec;

  @Mixin private OutputOptions output;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Seed of the study (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--workers",
      defaultValue = "4",
      description =
          "Number of trainers, each with its own Kafka client (default ${DEFAULT-VALUE}).")
  private int workers;

  @Option(names = "--budget", description = "Total epochs to grant (default: the study's).")
  private Optional<Long> budget = Optional.empty();

  @Option(
      names = "--preset",
      description = "Algorithm: flexhb, hyperband, random, ... (default: the study's).")
  private Optional<String> preset = Optional.empty();

  @Option(
      names = "--study",
      paramLabel = "FILE",
      description = "A study with the same hyperparameters (default: the built-in study).")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      description = {
        "Serve meters and status on this local port while the demo runs; 0 takes a free one"
            + " (default: none)."
      })
  private Optional<Integer> httpPort = Optional.empty();

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      defaultValue = ".flexhb/demo-journal.avro",
      description = "File in which the journal is kept (default ${DEFAULT-VALUE}).")
  private Path journal;

  @Override
  public void run() {
    Verbosity.of(spec.commandLine()).quiet();
    StudyDefinition study = checked();
    ProcessLimits.require(ProcessLimits.FOR_ALL_IN_ONE);
    checkJournal();
    Screen screen = screen();
    Demo demo = new Demo(study.spec(), study.json(), workers, httpPort, screen);
    Thread hook = new Thread(demo::close, "demo-interrupted");
    Runtime.getRuntime().addShutdownHook(hook);
    DemoRun run;
    try {
      run = demo.run();
    } catch (Demo.DemoFailedException | StartupException | TunerException failed) {
      throw CommandFailure.environment(failed.getMessage(), failed);
    } finally {
      demo.close();
    }
    Optional<CommandFailure> lost = writeJournal(run);
    output.answer(run.result().json(), out -> summary(out, run, lost.isEmpty()));
    ShutdownHook.remove(hook);
    lost.ifPresent(
        failure -> {
          throw failure;
        });
  }

  /** Prints the result even when the journal cannot be written. */
  private Optional<CommandFailure> writeJournal(DemoRun run) {
    try {
      JournalFile.write(journal, run.journal());
      return Optional.empty();
    } catch (UncheckedIOException e) {
      return Optional.of(CommandFailure.environment(e.getMessage(), e));
    }
  }

  /** When the answer is JSON, the progress is not shown. */
  private Screen screen() {
    PrintStream out =
        output.isJson()
            ? new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8)
            : System.out;
    boolean terminal = !output.isJson() && System.console() != null;
    return new Screen(out, terminal ? Terminal.ofThisProcess() : Terminal.none());
  }

  /** The study, if it and all options are valid; otherwise reports all problems. */
  private StudyDefinition checked() {
    List<String> problems = new ArrayList<>();
    Optional<StudyDefinition> study = Optional.empty();
    if (workers < 1 || workers > MOST_WORKERS) {
      problems.add("--workers must be from 1 to " + MOST_WORKERS + ", is " + workers);
    }
    httpPort.flatMap(port -> Ports.problem("--http-port", port)).ifPresent(problems::add);
    try {
      study = Optional.of(study());
    } catch (CommandFailure | InvalidRequestException wrong) {
      problems.add(wrong.getMessage());
    }
    if (!problems.isEmpty()) {
      throw CommandFailure.badInput(String.join("\n", problems));
    }
    return study.orElseThrow();
  }

  private StudyDefinition study() {
    String name = file.map(Path::toString).orElse("the built-in study");
    Map<String, Object> tree =
        new LinkedHashMap<>(
            file.map(StudyFile::tree).orElseGet(() -> StudyFile.parse(name, builtIn())));
    tree.put("seed", seed);
    preset.ifPresent(p -> tree.put("algorithm", p));
    budget.ifPresent(b -> tree.put("limits", Map.of("budget", b)));
    StudyDefinition study = StudyFile.of(name, tree);
    checkHyperparameters(name, study.spec().space());
    return study;
  }

  /** Checked here because the trainers would find a missing parameter only long after the start. */
  private static void checkHyperparameters(String name, SearchSpace space) {
    Set<String> wanted =
        Stream.of(MlpHyperparameters.class.getRecordComponents())
            .map(RecordComponent::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> given =
        space.parameters().stream()
            .map(Parameter::name)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!given.equals(wanted)) {
      throw CommandFailure.badInput(
          name + ": space: must have the parameters " + wanted + ", has " + given);
    }
  }

  private static String builtIn() {
    try (InputStream in = DemoCommand.class.getResourceAsStream(BUILT_IN)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checked before the study, because a failure after it would lose its result. */
  private void checkJournal() {
    Path file = journal.toAbsolutePath();
    try {
      Files.createDirectories(file.getParent());
      boolean writable =
          Files.exists(file)
              ? Files.isRegularFile(file) && Files.isWritable(file)
              : Files.isWritable(file.getParent());
      if (!writable) {
        throw new IOException("no file that this user may write");
      }
      Optional<String> noRoom = DiskSpace.problem(file.getParent(), JOURNAL_BYTES);
      if (noRoom.isPresent()) {
        throw new IOException(noRoom.get());
      }
    } catch (IOException e) {
      throw CommandFailure.environment(
          "cannot write " + journal + " (" + e.getMessage() + "); give another file with --journal",
          e);
    }
  }

  private void summary(PrintWriter out, DemoRun run, boolean withJournal) {
    DemoResult result = run.result();
    out.println();
    out.println(StudyView.describeBest(run.state()));
    result
        .best()
        .ifPresent(
            best ->
                out.println(
                    "default configuration at %d epochs: error = %s, the best has %s"
                        .formatted(
                            run.state().spec().ladder().maxResource(),
                            StudyView.number(run.defaultError()),
                            comparison(best.value(), run.defaultError()))));
    out.println(
        String.format(
            Locale.ROOT,
            "%d epochs trained; training each of the %d trials to the end takes %d (%.1f times as"
                + " many)",
            result.epochsTrained(),
            result.trials(),
            result.epochsWithoutStopping(),
            (double) result.epochsWithoutStopping() / result.epochsTrained()));
    out.println(
        "%d trials stopped, %d revived, %d completed, %d failed, in %s s"
            .formatted(
                result.stopped(),
                result.revived(),
                result.completed(),
                result.failed(),
                result.seconds()));
    if (withJournal) {
      out.println(
          "journal: %s, %d decisions; ./flexhb replay --file %s decides them again"
              .formatted(journal, result.decisions(), journal));
    }
  }

  private static String comparison(double best, double other) {
    if (best == other) {
      return "the same";
    }
    return String.format(
        Locale.ROOT,
        "%.0f %% %s errors",
        100 * Math.abs(other - best) / other,
        best < other ? "fewer" : "more");
  }
}
