package io.flexhb.emitter.agent;

import io.flexhb.emitter.agent.output.OutputFormat;
import io.flexhb.emitter.agent.output.StepNumbering;
import io.flexhb.emitter.agent.params.CommandTemplate;
import io.flexhb.emitter.agent.source.MetricSource;
import io.flexhb.topics.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an agent does.
 *
 * @param study id of the study
 * @param objective the study's name of the metric it optimises
 * @param maxResource the most that a trial is trained; what a script that shows no counter has
 *     trained when it ends by itself
 * @param slots trials trained in parallel
 * @param gpus which GPUs they see
 * @param command the script
 * @param output how to read its output
 * @param sources where its metrics come from, see {@link
 *     io.flexhb.emitter.agent.source.MetricSource}; empty = from its output. Placeholders as in the
 *     command
 * @param counting how it counts
 * @param mode what it does at a boundary
 * @param exits what it means when a script exits
 * @param suspension how many scripts may be suspended
 * @param patience how long to wait for scripts
 * @param folders where files go
 */
public record AgentSettings(
    String study,
    String objective,
    long maxResource,
    int slots,
    GpuAssignment gpus,
    CommandTemplate command,
    OutputFormat output,
    List<String> sources,
    StepNumbering counting,
    BoundaryMode mode,
    Exits exits,
    Suspension suspension,
    Patience patience,
    Folders folders) {

  /** Checks what can be wrong. */
  public AgentSettings {
    Ids.checkStudy(study);
    sources = List.copyOf(sources);
    MetricSource.check(sources);
    if (slots < 1 || slots > 1000) {
      throw new IllegalArgumentException("slots " + slots + ": give 1 to 1000");
    }
    if (maxResource < 1) {
      throw new IllegalArgumentException("the most that a trial is trained is " + maxResource);
    }
  }

  /** All names that a command may use as placeholders, given those of the study's parameters. */
  public static Set<String> placeholders(Set<String> parameters) {
    return Launcher.known(parameters);
  }

  /**
   * What it means when a script exits.
   *
   * @param earlyIsConverged whether a script that exits with 0 before its boundary has converged;
   *     else it has failed
   * @param infeasible exit codes that say: this configuration cannot be trained
   */
  public record Exits(boolean earlyIsConverged, Set<Integer> infeasible) {

    /** Keeps its own copy. */
    public Exits {
      infeasible = Set.copyOf(infeasible);
      if (infeasible.stream().anyMatch(code -> code < 1 || code > 255)) {
        throw new IllegalArgumentException(
            "exit codes of infeasible configurations " + infeasible + ": give 1 to 255");
      }
    }
  }

  /**
   * Bounds on suspended scripts; the one suspended longest goes first.
   *
   * @param most how many of one agent
   * @param mostBytes memory that all of them use, where that can be told; empty = no bound
   */
  public record Suspension(int most, Optional<Long> mostBytes) {}

  /**
   * How long to wait.
   *
   * @param grace from SIGTERM to SIGKILL
   * @param finish for a script that was trained to the end, to write its results
   * @param silence without any report, after which a script has failed; empty = for ever
   * @param drain for trials to come to their boundary when the agent is told to end
   */
  public record Patience(
      Duration grace, Duration finish, Optional<Duration> silence, Duration drain) {}

  /**
   * Where files go.
   *
   * @param work where scripts run
   * @param state the agent's own, of this machine
   * @param logs the output of each trial
   * @param checkpoints shared by all agents, or of this machine
   * @param localCheckpoints whether no other agent sees these
   */
  public record Folders(
      Path work, Path state, Path logs, Path checkpoints, boolean localCheckpoints) {

    /** Where the output of an attempt is kept. */
    Path log(String study, int trial, int attempt) {
      return logs.resolve(study).resolve("trial-" + trial).resolve("attempt-" + attempt + ".log");
    }
  }
}
