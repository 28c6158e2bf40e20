package io.flexhb.standalone.cli.worker;

import io.flexhb.emitter.agent.AgentSettings;
import io.flexhb.emitter.agent.GpuAssignment;
import io.flexhb.emitter.agent.WorkerName;
import io.flexhb.emitter.agent.params.CommandTemplate;
import io.flexhb.standalone.cli.base.CommandFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Options of an agent: its slots, GPUs, time limits and folders. */
final class AgentOptions {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmgt]?)i?b?");

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "Trials trained in parallel (default 1, or by --gpus).")
  private Integer slots;

  @Option(
      names = "--gpus",
      paramLabel = "ID,...",
      split = ",",
      description = "GPUs, assigned to slots in turn; each slot sees one (CUDA_VISIBLE_DEVICES).")
  private List<String> gpus = new ArrayList<>();

  @Option(
      names = "--slots-per-gpu",
      paramLabel = "N",
      defaultValue = "1",
      description = "Trials trained in parallel on each GPU (default ${DEFAULT-VALUE}).")
  private int slotsPerGpu = 1;

  @Option(
      names = "--shell",
      paramLabel = "TEXT",
      description = {
        "Run this text with /bin/sh instead of a command; parameters are in the environment:"
            + " 'python train.py --lr \"$$FLEXHB_PARAM_lr\" | tee out'."
      })
  private String shell;

  @Option(
      names = "--worker",
      paramLabel = "NAME",
      description = "Name of this agent (default: the host name and a free number).")
  private String worker;

  @Option(
      names = "--suspended",
      paramLabel = "N",
      defaultValue = "16",
      description = {
        "--boundary hold: maximum number of suspended scripts; the one suspended longest ends"
            + " first (default"
            + " ${DEFAULT-VALUE})."
      })
  private int suspended = 16;

  @Option(
      names = "--suspended-memory",
      paramLabel = "SIZE",
      description = "--boundary hold: maximum memory of suspended scripts, such as 8g.")
  private String suspendedMemory;

  @Option(
      names = "--grace",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "Time from SIGTERM to SIGKILL of a script (default ${DEFAULT-VALUE}).")
  private int grace = 10;

  @Option(
      names = "--finish",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = {
        "Time that a fully trained script may take to exit by itself (default"
            + " ${DEFAULT-VALUE})."
      })
  private int finish = 30;

  @Option(
      names = "--silence",
      paramLabel = "SECONDS",
      description = "A script without any report for this long has failed (default: never).")
  private Integer silence;

  @Option(
      names = "--drain",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = {
        "At shutdown: how long trials may still continue to their boundary (default"
            + " ${DEFAULT-VALUE})."
      })
  private int drain;

  @Option(
      names = "--checkpoints",
      paramLabel = "FOLDER|local",
      defaultValue = ".flexhb/checkpoints",
      description = {
        "--boundary exit: folder shared by all agents of the study; 'local' if there is none:"
            + " then a trial continues where it ran, or starts from 0 (default ${DEFAULT-VALUE})."
      })
  private String checkpoints = ".flexhb/checkpoints";

  @Option(
      names = "--logs",
      paramLabel = "FOLDER",
      defaultValue = ".flexhb/logs",
      description = "Output of each trial: STUDY/trial-N/attempt-M.log (default ${DEFAULT-VALUE}).")
  private Path logs = Path.of(".flexhb/logs");

  @Option(
      names = "--state",
      paramLabel = "FOLDER",
      defaultValue = ".flexhb/agents",
      description =
          "Folder for the state of the agents of this machine (default ${DEFAULT-VALUE}).")
  private Path state = Path.of(".flexhb/agents");

  CommandTemplate command(List<String> words) {
    if (shell != null && !words.isEmpty()) {
      throw CommandFailure.badInput("give a command or --shell, not both");
    }
    try {
      // Placeholders are not replaced in shell text, because a value could be run as a command.
      return shell == null
          ? new CommandTemplate(words)
          : CommandTemplate.literal(List.of("/bin/sh", "-c", shell));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput(e.getMessage());
    }
  }

  WorkerName worker(Path folder) {
    Path agents = folder.resolve(state);
    try {
      return worker == null ? WorkerName.free(agents) : WorkerName.given(worker, agents);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput(e.getMessage());
    }
  }

  GpuAssignment gpus() {
    try {
      return new GpuAssignment(gpus);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.badInput("--gpus: " + e.getMessage());
    }
  }

  int slots(GpuAssignment of) {
    if (slotsPerGpu < 1) {
      throw CommandFailure.badInput("--slots-per-gpu " + slotsPerGpu + ": give 1 or more");
    }
    return slots == null ? Math.max(1, of.ids().size() * slotsPerGpu) : slots;
  }

  AgentSettings.Suspension suspension() {
    return new AgentSettings.Suspension(
        atLeast0("--suspended", suspended),
        Optional.ofNullable(suspendedMemory).map(AgentOptions::bytes));
  }

  AgentSettings.Patience patience() {
    return new AgentSettings.Patience(
        Duration.ofSeconds(atLeast0("--grace", grace)),
        Duration.ofSeconds(atLeast0("--finish", finish)),
        Optional.ofNullable(silence).map(s -> Duration.ofSeconds(atLeast0("--silence", s))),
        Duration.ofSeconds(atLeast0("--drain", drain)));
  }

  AgentSettings.Folders folders(Path folder, WorkerName of) {
    boolean local = checkpoints.equals("local");
    return new AgentSettings.Folders(
        folder.toAbsolutePath().normalize(),
        of.folder(),
        folder.resolve(logs).toAbsolutePath().normalize(),
        local ? of.folder().resolve("checkpoints") : folder.resolve(checkpoints),
        local);
  }

  private static int atLeast0(String option, int value) {
    if (value < 0) {
      throw CommandFailure.badInput(option + " " + value + ": give 0 or more");
    }
    return value;
  }

  private static long bytes(String text) {
    Matcher size = SIZE.matcher(text.toLowerCase(java.util.Locale.ROOT));
    if (!size.matches()) {
      throw CommandFailure.badInput("--suspended-memory " + text + ": write 512m or 8g, say");
    }
    int power = " kmgt".indexOf(size.group(2).isEmpty() ? " " : size.group(2));
    return Long.parseLong(size.group(1)) << (10 * power);
  }
}
