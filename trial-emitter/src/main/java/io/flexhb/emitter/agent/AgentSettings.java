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
 * Settings of an agent.
 *
 * @param study id of the study
 * @param objective the study's name for the metric that it optimizes
 * @param maxResource the largest resource of a trial; a script that shows no counter has trained to
 *     it when it ends by itself
 * @param slots trials trained in parallel
 * @param gpus which GPUs the slots see
 * @param command the script
 * @param output how to read its output
 * @param sources where its metrics come from; see {@link
 *     io.flexhb.emitter.agent.source.MetricSource}; empty = from its output. Placeholders work as
 *     in the command
 * @param counting how the script counts
 * @param mode what the script does at a boundary
 * @param exits what a script's exit means
 * @param suspension limits on suspended scripts
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

  /** Checks the values. */
  public AgentSettings {
    Ids.checkStudy(study);
    sources = List.copyOf(sources);
    MetricSource.check(sources);
    if (slots < 1 || slots > 1000) {
      throw new IllegalArgumentException("slots " + slots + ": give 1 to 1000");
    }
    if (maxResource < 1) {
      throw new IllegalArgumentException(
          "the largest resource of a trial is " + maxResource + ": give 1 or more");
    }
  }

  /** All names that a command may use as placeholders, given those of the study's parameters. */
  public static Set<String> placeholders(Set<String> parameters) {
    return Launcher.known(parameters);
  }

  /**
   * The meaning of a script's exit.
   *
   * @param earlyIsConverged whether a script that exits with 0 before its boundary has converged;
   *     otherwise it has failed
   * @param infeasible exit codes that mean that this configuration cannot be trained
   */
  public record Exits(boolean earlyIsConverged, Set<Integer> infeasible) {

    /** Copies the set and checks it. */
    public Exits {
      infeasible = Set.copyOf(infeasible);
      if (infeasible.stream().anyMatch(code -> code < 1 || code > 255)) {
        throw new IllegalArgumentException(
            "exit codes of infeasible configurations " + infeasible + ": give 1 to 255");
      }
    }
  }

  /**
   * Limits on suspended scripts; the one suspended longest is dropped first.
   *
   * @param most number of scripts of one agent
   * @param mostBytes memory that all of them use together, where that is known; empty = no limit
   */
  public record Suspension(int most, Optional<Long> mostBytes) {}

  /**
   * How long to wait.
   *
   * @param grace from SIGTERM to SIGKILL
   * @param finish for a fully trained script to write its results
   * @param silence time without any report after which a script has failed; empty = forever
   * @param drain for trials to reach their boundary when the agent is told to end
   */
  public record Patience(
      Duration grace, Duration finish, Optional<Duration> silence, Duration drain) {}

  /**
   * Where files go.
   *
   * @param work where scripts run
   * @param state the agent's own state on this machine
   * @param logs the output of each trial
   * @param checkpoints shared by all agents, or local to this machine
   * @param localCheckpoints whether the checkpoints are local to this agent
   */
  public record Folders(
      Path work, Path state, Path logs, Path checkpoints, boolean localCheckpoints) {

    /** The log file of an attempt's output. */
    Path log(String study, int trial, int attempt) {
      return logs.resolve(study).resolve("trial-" + trial).resolve("attempt-" + attempt + ".log");
    }
  }
}
