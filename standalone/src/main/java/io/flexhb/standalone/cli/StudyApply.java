package io.flexhb.standalone.cli;

import io.flexhb.avro.RequestedState;
import io.flexhb.avro.Study;
import io.flexhb.core.space.Problem;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.spec.StudySpecDifference;
import io.flexhb.topics.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a study from a file, or changes what may change of it. */
@Command(
    name = "apply",
    description = {
      "Create the study that a YAML file describes, or change the limits and patience of a running"
          + " one. Applying the same file again changes nothing; a change resumes a study that was paused"
          + " because its trials fail, and a larger limit re-opens one that ended by it."
    },
    footer = {
      "  flexhb study apply mnist.yaml --dry-run     bracket plan, levels and cost; sends nothing",
      "  flexhb study apply mnist.yaml"
    })
final class StudyApply extends ClientCommand {

  @Parameters(paramLabel = "FILE", description = "The study as YAML or JSON; - for standard input.")
  private Path file;

  @Option(
      names = "--dry-run",
      description = "Check the file, print bracket plan, fidelity levels and cost; send nothing.")
  private boolean dryRun;

  @Option(names = "--new", description = "Make a new study under the name of one that was deleted.")
  private boolean makeNew;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      converter = Count.class,
      defaultValue = "10",
      description = "How long to wait for the tuner's answer; 0 = not at all (default 10).")
  private int waitSeconds = 10;

  private Optional<StudyFile> study = Optional.empty();

  @Override
  boolean needsCluster() {
    study = Optional.of(StudyFile.read(file));
    return !dryRun;
  }

  @Override
  int runAlone() {
    StudySpec spec = study.orElseThrow().spec();
    checkNewName(spec.study());
    output().answer(PlanText.tree(spec), out -> PlanText.print(spec, out));
    return ExitCode.OK;
  }

  @Override
  int run(Cluster cluster, StudyRecords records) {
    StudyFile wanted = study.orElseThrow();
    Optional<Study> existing = records.study(wanted.spec().study());
    if (existing.isPresent() && existing.get().getRequestedState() != RequestedState.DELETED) {
      return change(cluster, records, existing.get(), wanted);
    }
    if (existing.isPresent() && !makeNew) {
      throw CommandFailure.no(
          "a study '"
              + wanted.spec().study()
              + "' was deleted under this name; add --new to make a new one");
    }
    checkNewName(wanted.spec().study());
    return send(
        cluster, records, wanted, UUID.randomUUID(), RequestedState.ACTIVE, "created", List.of());
  }

  private static void checkNewName(String study) {
    try {
      Ids.checkNewStudy(study);
    } catch (IllegalArgumentException refused) {
      throw CommandFailure.badInput(refused.getMessage());
    }
  }

  private int change(Cluster cluster, StudyRecords records, Study existing, StudyFile wanted) {
    String name = wanted.spec().study();
    StudyStatuses.Status status = StudyStatuses.of(records.decisions(existing));
    if (status.isClosed()) {
      throw CommandFailure.no(
          "study '" + name + "' was closed and keeps its name; delete it, or take another name");
    }
    if (existing.getRequestedState() == RequestedState.CANCELLED && !status.isFinished()) {
      throw CommandFailure.no(
          "study '" + name + "' was cancelled and keeps its name; delete it, or take another name");
    }
    if (makeNew) {
      throw CommandFailure.no(
          "study '" + name + "' exists; delete it before you make a new one under its name");
    }
    StudySpecDifference difference =
        StudySpecDifference.between(Definition.of(existing), wanted.spec());
    if (!difference.refused().isEmpty()) {
      throw CommandFailure.badInput(
          "study '"
              + name
              + "' exists and these cannot change, nothing was sent:\n"
              + difference.refused().stream()
                  .map(problem -> "  " + problem)
                  .collect(Collectors.joining("\n")));
    }
    if (difference.isEmpty()) {
      report(wanted.spec(), existing.getIncarnation(), "unchanged", List.of(), Optional.empty());
      if (status.isFinished()) {
        output().note("study " + name + " is " + status + "; a larger limit re-opens it");
      }
      if (status.isPaused()) {
        // A pause that the tuner made says itself what to do.
        String how =
            status.reason().isEmpty() ? "; 'flexhb study resume " + name + "' goes on" : "";
        output().note("study " + name + " is " + status + how);
      }
      return ExitCode.OK;
    }
    return send(
        cluster,
        records,
        wanted,
        existing.getIncarnation(),
        // Applied to go on, whatever was wished of it before it finished.
        status.isFinished() ? RequestedState.ACTIVE : existing.getRequestedState(),
        status.isFinished() ? "re-opened" : "changed",
        difference.amended());
  }

  private int send(
      Cluster cluster,
      StudyRecords records,
      StudyFile wanted,
      UUID incarnation,
      RequestedState state,
      String what,
      List<Problem> changes) {
    Study wish =
        new Study(wanted.spec().study(), incarnation, state, wanted.definition(), Instant.now());
    StudySender.Outcome outcome =
        new StudySender(cluster, records).send(wish, Duration.ofSeconds(waitSeconds));
    if (outcome instanceof StudySender.Outcome.Refused refused) {
      throw CommandFailure.no("the tuner refused the study: " + refused.reason());
    }
    if (outcome instanceof StudySender.Outcome.Unanswered && waitSeconds > 0) {
      throw CommandFailure.environment(
          "the study was sent, but no tuner took it up within "
              + waitSeconds
              + " s. It will be "
              + what
              + " as soon as one runs: 'flexhb tuner', or 'flexhb dev'.",
          null);
    }
    Optional<Long> decision =
        outcome instanceof StudySender.Outcome.Decided decided
            ? Optional.of(decided.entry().getSequence())
            : Optional.empty();
    Optional<StudyStatuses.Status> now =
        outcome instanceof StudySender.Outcome.Decided decided
            ? StudyStatuses.after(decided.entry())
            : Optional.empty();
    // Not every change of a finished study is of what ended it.
    String became = what.equals("re-opened") && now.isEmpty() ? "changed" : what;
    report(wanted.spec(), incarnation, became, changes, decision);
    if (became.equals("re-opened")) {
      output().note("workers that it had let go must be started again");
    }
    if (became.equals("changed")) {
      now.ifPresent(is -> output().note("study " + wish.getStudy() + " is " + is + " now"));
    }
    return ExitCode.OK;
  }

  private void report(
      StudySpec spec,
      UUID incarnation,
      String what,
      List<Problem> changes,
      Optional<Long> decision) {
    Map<String, Object> tree = PlanText.tree(spec);
    tree.put("incarnation", incarnation.toString());
    tree.put("result", what);
    tree.put("changes", changes.stream().map(Problem::toString).toList());
    decision.ifPresent(sequence -> tree.put("decision", sequence));
    output()
        .answer(
            tree,
            out -> {
              out.println(
                  "study "
                      + spec.study()
                      + " "
                      + what
                      + decision.map(n -> " (decision " + n + ")").orElse(""));
              changes.forEach(change -> out.println("  " + change));
              if (what.equals("created")) {
                PlanText.print(spec, out);
              }
            });
  }
}
