package io.flexhb.standalone.cli.worker;

import io.flexhb.core.spec.StudySpec;
import io.flexhb.emitter.agent.AgentSettings;
import io.flexhb.emitter.agent.BoundaryMode;
import io.flexhb.emitter.agent.output.CounterName;
import io.flexhb.emitter.agent.output.OutputFormat;
import io.flexhb.emitter.agent.output.StepNumbering;
import io.flexhb.emitter.agent.source.MetricSource;
import io.flexhb.standalone.cli.base.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Option;

/** Options about a script: its output, its counting and its behaviour at boundaries. */
final class ScriptOptions {

  @Option(
      names = "--objective",
      paramLabel = "NAME",
      description =
          "The script's name for the study's objective (default: the study's name for it).")
  private String objective;

  @Option(
      names = "--resource",
      paramLabel = "NAME",
      description = {
        "The script's name for its counter of epochs, steps or rounds (default: from the study's"
            + " resource.unit); 'reports' if it prints none and each report counts as one."
      })
  private String resource;

  @Option(
      names = "--metrics",
      paramLabel = "NAME,...",
      split = ",",
      description = "Keep only these metrics besides the objective (default: all).")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--pattern",
      paramLabel = "REGEX",
      description = {
        "A regular expression instead of the built-in patterns; repeatable. Its groups name the"
            + " values: (?<resource>\\d+), (?<loss>\\S+) for a metric of that name, or"
            + " (?<name>\\w+) with"
            + " (?<value>\\S+)."
      })
  private List<String> patterns = new ArrayList<>();

  @Option(
      names = "--source",
      paramLabel = "WHERE",
      description = {
        "Read metrics from there instead of the script's output; repeatable: file:PATH (JSON"
            + " lines or CSV), tensorboard:FOLDER, http://localhost:PORT/PATH (a JSON object). With"
            + " placeholders, as in file:{folder}/log.csv."
      })
  private List<String> sources = new ArrayList<>();

  @Option(
      names = "--values",
      paramLabel = "WHICH",
      defaultValue = "first",
      description = {
        "'first': the first line with the objective counts for an epoch; 'latest': the last one"
            + " counts, and earlier ones show progress within the epoch (default ${DEFAULT-VALUE})."
      })
  private String values = "first";

  @Option(
      names = "--first",
      paramLabel = "0|1",
      description = "Number of the script's first epoch (default: detected in its first run).")
  private Integer first;

  @Option(
      names = "--counts",
      paramLabel = "HOW",
      defaultValue = "absolute",
      description = {
        "'absolute': a resumed script continues its count; 'since-resume': it starts counting"
            + " again (default ${DEFAULT-VALUE})."
      })
  private String counts = "absolute";

  @Option(
      names = "--boundary",
      paramLabel = "MODE",
      defaultValue = "hold",
      description = {
        "'exit': the script gets its target ({until}), saves its state in {folder} and exits; it"
            + " is restarted with {checkpoint}. 'hold': the script needs no changes; it is"
            + " suspended and continued. 'restart': a continued trial is trained from 0 again"
            + " (default"
            + " ${DEFAULT-VALUE})."
      })
  private String boundary = "hold";

  @Option(
      names = "--early-end",
      paramLabel = "WHAT",
      defaultValue = "converged",
      description = {
        "What it means when a script exits with code 0 before its boundary: it has 'converged',"
            + " and its last value stands, or it has 'failed' (default ${DEFAULT-VALUE})."
      })
  private String earlyEnd = "converged";

  @Option(
      names = "--infeasible",
      paramLabel = "CODE,...",
      split = ",",
      description = {
        "Exit codes, 1 to 255, which mean that this configuration cannot be trained anywhere: the"
            + " trial fails, is not retried and counts toward no limit (default: none)."
      })
  private List<Integer> infeasible = new ArrayList<>();

  BoundaryMode mode() {
    return BoundaryMode.valueOf(
        oneOf("--boundary", boundary, "exit", "hold", "restart").toUpperCase(Locale.ROOT));
  }

  List<String> sources() {
    return sources;
  }

  AgentSettings.Exits exits() {
    boolean converged = oneOf("--early-end", earlyEnd, "converged", "failed").equals("converged");
    try {
      return new AgentSettings.Exits(converged, Set.copyOf(infeasible));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput("--infeasible: " + e.getMessage());
    }
  }

  StepNumbering counting() {
    if (first != null && first != 0 && first != 1) {
      throw CommandFailure.badInput("--first " + first + ": give 0 or 1");
    }
    return new StepNumbering(
        first == null ? OptionalInt.empty() : OptionalInt.of(first),
        oneOf("--counts", counts, "absolute", "since-resume").equals("since-resume"));
  }

  OutputFormat output(StudySpec study) {
    boolean countsReports = "reports".equals(resource);
    CounterName counter =
        Optional.ofNullable(resource)
            .map(CounterName::named)
            .orElseGet(() -> CounterName.ofUnit(study.unit()));
    try {
      return new OutputFormat(
          objective == null ? study.objective().metric() : objective,
          counter,
          patterns,
          Set.copyOf(metrics),
          countsReports,
          oneOf("--values", values, "first", "latest").equals("latest"));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput(e.getMessage());
    }
  }

  /** Checks the options that can be checked without a broker. */
  void check() {
    mode();
    exits();
    counting();
    oneOf("--values", values, "first", "latest");
    try {
      MetricSource.check(sources);
      new OutputFormat("objective", CounterName.named("epoch"), patterns, Set.of(), false, false);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput(e.getMessage());
    }
  }

  private static String oneOf(String option, String value, String... choices) {
    for (String choice : choices) {
      if (choice.equals(value)) {
        return value;
      }
    }
    throw CommandFailure.badInput(
        option + " " + value + ": give one of " + String.join(", ", choices));
  }
}
