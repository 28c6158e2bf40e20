package io.flexhb.emitter.agent;

import io.flexhb.emitter.Grant;
import io.flexhb.emitter.agent.output.LineReader;
import io.flexhb.emitter.agent.output.LineSplitter;
import io.flexhb.emitter.agent.output.ReportAssembler;
import io.flexhb.emitter.agent.params.CommandTemplate;
import io.flexhb.emitter.agent.params.ParameterFiles;
import io.flexhb.emitter.agent.params.ParameterText;
import io.flexhb.emitter.agent.params.Variables;
import io.flexhb.emitter.agent.process.ProcessGroup;
import io.flexhb.emitter.agent.source.MetricSource;
import io.flexhb.emitter.protocol.StepSize;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the script for a trial, in one slot. */
final class Launcher {

  /** Placeholders besides hyperparameters. */
  static final Set<String> PLACEHOLDERS =
      Set.of(
          "from",
          "until",
          "step",
          "folder",
          "checkpoint",
          "trial",
          "attempt",
          "study",
          "gpu",
          "slot",
          "parameters.json",
          "parameters.yaml");

  private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);
  private static final String OWN = "flexhb.";

  private final AgentSettings settings;
  private final int slot;
  private final LongSupplier millis;

  Launcher(AgentSettings settings, int slot, LongSupplier millis) {
    this.settings = settings;
    this.slot = slot;
    this.millis = millis;
  }

  /** Whether the command line tells the script how far to train. */
  boolean tellsUntil() {
    Set<String> names = settings.command().names();
    return names.contains("until") || names.contains(OWN + "until");
  }

  /**
   * Starts the script.
   *
   * @param from resource of the state in the checkpoint, in steps; 0 without one
   * @param work the folder where it may save its state
   * @throws IOException when it cannot be started, naming why
   */
  RunningScript launch(Grant trial, long from, Optional<Path> checkpoint, Path work)
      throws IOException {
    StepSize step = new StepSize(BigDecimal.valueOf(trial.step()));
    Map<String, Object> parameters = trial.configuration().asMap();
    Path run = Files.createDirectories(settings.folders().state().resolve("slot-" + slot));
    Path json = Files.writeString(run.resolve("parameters.json"), ParameterFiles.json(parameters));
    Path yaml = Files.writeString(run.resolve("parameters.yaml"), ParameterFiles.yaml(parameters));

    Map<String, String> own = new HashMap<>();
    own.put("study", trial.study());
    own.put("trial", Integer.toString(trial.trial()));
    own.put("attempt", Integer.toString(trial.attempt()));
    own.put("slot", Integer.toString(slot));
    own.put("from", step.text(from));
    own.put("until", trial.text(trial.until()));
    own.put("step", step.text(1));
    own.put("folder", work.toString());
    own.put("parameters.json", json.toAbsolutePath().toString());
    own.put("parameters.yaml", yaml.toAbsolutePath().toString());
    checkpoint.ifPresent(path -> own.put("checkpoint", path.toString()));
    settings.gpus().of(slot).ifPresent(gpu -> own.put("gpu", gpu));

    Map<String, String> values = placeholders(own, parameters);
    List<String> words = settings.command().render(values);
    Path log = settings.folders().log(trial.study(), trial.trial(), trial.attempt());
    ProcessGroup group =
        ProcessGroup.start(
            words,
            variables(own, parameters),
            settings.folders().work(),
            run.resolve("group-" + trial.trial()));
    LOG.info(
        "{}: from {} until {}: {}; log {}", trial, own.get("from"), own.get("until"), words, log);
    return new RunningScript(
        group,
        new TrialLog(log),
        work,
        settings.patience().grace(),
        reports ->
            new ReportAssembler(
                settings.output(), settings.counting().run(from), step, reports, millis),
        this::reading,
        shown -> sources(values, shown));
  }

  /** The sink of the output; when metrics come from elsewhere, the output is only logged. */
  private LineSplitter.Sink reading(ReportAssembler shown) {
    return settings.sources().isEmpty()
        ? new LineReader(settings.output(), shown)
        : (text, isFinal) -> {};
  }

  private List<MetricSource> sources(Map<String, String> values, ReportAssembler shown) {
    if (settings.sources().isEmpty()) {
      return List.of();
    }
    return new CommandTemplate(settings.sources())
        .render(values).stream()
            .map(name -> MetricSource.of(name, settings.folders().work(), settings.output(), shown))
            .toList();
  }

  /**
   * A hyperparameter takes precedence over an agent's placeholder, which remains available under
   * its longer name.
   */
  private static Map<String, String> placeholders(
      Map<String, String> own, Map<String, Object> parameters) {
    Map<String, String> values = new HashMap<>(own);
    own.forEach((name, value) -> values.put(OWN + name, value));
    parameters.forEach((name, value) -> values.put(name, ParameterText.of(value)));
    return values;
  }

  private static Map<String, String> variables(
      Map<String, String> own, Map<String, Object> parameters) {
    Map<String, String> variables = new HashMap<>(Variables.of(parameters));
    own.forEach(
        (name, value) ->
            variables.put(
                "FLEXHB_" + name.toUpperCase(java.util.Locale.ROOT).replace('.', '_'), value));
    String gpu = own.get("gpu");
    if (gpu != null) {
      variables.put("CUDA_VISIBLE_DEVICES", gpu);
    }
    // Python buffers several kilobytes before it prints to a pipe.
    variables.putIfAbsent("PYTHONUNBUFFERED", "1");
    return variables;
  }

  /** All names that a command may use, given those of the study's parameters. */
  static Set<String> known(Set<String> parameters) {
    Set<String> known = new java.util.HashSet<>(parameters);
    PLACEHOLDERS.forEach(
        name -> {
          known.add(name);
          known.add(OWN + name);
        });
    return known;
  }
}
