package io.flexhb.emitter.agent;

import io.flexhb.emitter.Grant;
import io.flexhb.emitter.TunerDecision;
import io.flexhb.emitter.agent.checkpoint.CheckpointStore;
import io.flexhb.emitter.agent.output.Report;
import io.flexhb.emitter.protocol.StepSize;
import io.flexhb.emitter.protocol.TrainingInterruptedException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt of a trial, from its grant to its end: runs the script, reports its metrics, and
 * follows the tuner's decision at each boundary. Used by the slot's thread.
 */
final class TrialRun {

  private static final Logger LOG = LoggerFactory.getLogger(TrialRun.class);
  private static final long LOOK_MILLIS = 50;

  /**
   * Values between two steps are reported no more often; a script may show them with every batch.
   */
  private static final long REPORT_AGAIN_NANOS = 10_000_000_000L;

  private final AgentSettings settings;
  private final Grant grant;
  private final Launcher launcher;
  private final CheckpointStore store;
  private final SuspendedScripts suspended;
  private final Drain drain;
  private final Path trialFolder;
  private final StepSize step;

  private RunningScript script;
  private Optional<Path> checkpoint = Optional.empty();
  private Optional<Report> boundary = Optional.empty();
  private long savedResource;

  /** Resource of the checkpoint that the script was started from, until it shows a higher one. */
  private long resumedAt;

  private boolean failed;

  /** When values between two steps were last reported to the tuner. */
  private OptionalLong betweenStepsReported = OptionalLong.empty();

  private long lastReportNanos = System.nanoTime();

  /** The state of a script that has stopped training. */
  private enum Progress {
    /** Its boundary was reported. */
    AT_BOUNDARY,
    /** It has ended by itself. */
    ENDED,
    /** The attempt is over: stopped by the tuner, or granted elsewhere. */
    NOT_WANTED
  }

  TrialRun(
      AgentSettings settings,
      Grant grant,
      Launcher launcher,
      CheckpointStore store,
      SuspendedScripts suspended,
      Drain drain) {
    this.settings = settings;
    this.grant = grant;
    this.launcher = launcher;
    this.store = store;
    this.suspended = suspended;
    this.drain = drain;
    this.step = new StepSize(BigDecimal.valueOf(grant.step()));
    this.trialFolder = store.trial(grant.study(), grant.incarnation(), grant.trial());
  }

  /**
   * Trains until the attempt has ended, for whatever reason.
   *
   * @return false when the script failed
   * @throws InterruptedException when the agent ends; the attempt is given back then
   */
  boolean train() throws InterruptedException {
    try {
      if (!begin()) {
        return true;
      }
      return trainOn();
    } catch (IOException cannotStart) {
      if (Thread.interrupted()) {
        // An interrupt closes files that the thread uses.
        preempt();
        throw new InterruptedException(cannotStart.toString());
      }
      LOG.warn("{}: the script cannot be run: {}", grant, cannotStart.toString());
      grant.fail("the script cannot be run: " + cannotStart.getMessage());
      return false;
    } catch (InterruptedException | TrainingInterruptedException interrupted) {
      preempt();
      throw interrupted;
    } finally {
      if (script != null) {
        script.close();
      }
    }
  }

  private boolean trainOn() throws IOException, InterruptedException {
    while (true) {
      switch (toBoundary()) {
        case NOT_WANTED -> {
          LOG.info("{}: {}", grant, grant.awaitDecision().reason());
          return !failed;
        }
        case ENDED -> {
          if (!hasEnded()) {
            return !failed;
          }
        }
        case AT_BOUNDARY -> {
          // The tuner decides what to do next.
        }
      }
      if (!follow(grant.awaitDecision())) {
        return true;
      }
    }
  }

  /** Whether there is a script to train with. */
  private boolean begin() throws IOException, InterruptedException {
    Optional<Object> held = grant.held(Object.class);
    if (held.isPresent() && held.get() instanceof SuspendedScripts.Suspended waiting) {
      script = waiting.take();
      if (script.hasMore()) {
        script.resume();
        return true;
      }
      if (from() > 0) {
        return lost("the suspended script has ended");
      }
      script.close();
    }
    Optional<CheckpointStore.Kept> kept =
        held.filter(CheckpointStore.Kept.class::isInstance)
            .map(CheckpointStore.Kept.class::cast)
            .filter(here -> Files.isDirectory(here.folder()));
    if (kept.isPresent()) {
      checkpoint = Optional.of(kept.get().folder());
      savedResource = kept.get().resource();
      launch(savedResource);
      return true;
    }
    savedResource = from();
    if (from() == 0) {
      launch(0);
      return true;
    }
    String reference = grant.checkpoint().map(c -> c.reference()).orElse("");
    checkpoint = store.resolve(reference);
    if (checkpoint.isEmpty()) {
      return lost(
          reference.isEmpty()
              ? "no state of the trial is left here"
              : "there is no checkpoint " + reference + " under the agent's folder");
    }
    launch(from());
    return true;
  }

  private boolean lost(String why) {
    LOG.warn("{}: starts again from the beginning: {}", grant, why);
    grant.failCheckpointLost(why);
    return false;
  }

  private void launch(long from) throws IOException {
    Path work =
        store.work(trialFolder, "attempt-" + grant.attempt() + "-until-" + step.text(until()));
    long saved =
        checkpoint
            .map(folder -> CheckpointStore.resourceIn(folder, step))
            .orElse(OptionalLong.empty())
            .orElse(0);
    resumedAt = Math.max(from, saved);
    if (resumedAt >= until()) {
      goBack();
    }
    script = launcher.launch(grant, resumedAt, checkpoint, work);
    lastReportNanos = System.nanoTime();
  }

  /**
   * A script that went on for a moment after its agent was killed may have saved its boundary. It
   * would have nothing left to train, and the value it showed there was lost with the agent.
   */
  private void goBack() throws IOException {
    Optional<CheckpointStore.Kept> earlier = CheckpointStore.newestBelow(trialFolder, until());
    checkpoint = earlier.map(CheckpointStore.Kept::folder);
    long reached = resumedAt;
    resumedAt = earlier.map(CheckpointStore.Kept::resource).orElse(0L);
    LOG.warn(
        "{}: the script saved its state at {} but the value there was lost with its agent:"
            + " it trains again from {}",
        grant,
        step.text(reached),
        step.text(resumedAt));
  }

  private Progress toBoundary() throws InterruptedException {
    boundary = Optional.empty();
    while (true) {
      if (!grant.isLive()) {
        return Progress.NOT_WANTED;
      }
      Optional<Report> report = script.next(LOOK_MILLIS);
      if (report.isPresent()) {
        lastReportNanos = System.nanoTime();
        if (take(report.get())) {
          return Progress.AT_BOUNDARY;
        }
      } else if (script.isOver()) {
        return Progress.ENDED;
      } else if (isSilent()) {
        script.stop();
        fail("METRICS_MISSING", "it showed nothing for " + settings.patience().silence().get());
        return Progress.NOT_WANTED;
      }
      reportSaved();
    }
  }

  /** Handles a report; returns whether it is the boundary and the script waits there. */
  private boolean take(Report report) throws InterruptedException {
    if (report.between().isPresent()) {
      onBetweenSteps(report.between().getAsDouble());
      return false;
    }
    if (report.resource() <= resumedAt) {
      failRestartedCounter(report);
      return false;
    }
    resumedAt = 0;
    if (report.resource() < next()) {
      return false;
    }
    if (report.resource() < until()) {
      grant.report(step.amount(report.resource()), named(report.values()));
      return false;
    }
    if (settings.mode() == BoundaryMode.EXIT) {
      // Its state is saved only after it has exited; the first report counts.
      boundary = boundary.or(() -> Optional.of(report));
      return false;
    }
    script.suspend();
    grant.report(step.amount(report.resource()), named(report.values()));
    return true;
  }

  /**
   * Reports values between two steps. They are not rounded, since that would give another
   * resource's value; the tuner rejects them.
   */
  private void onBetweenSteps(double resource) {
    if (!betweenStepsReported.isPresent()) {
      LOG.warn(
          "{}: the script shows '{}' at {}, which is not a {}: such values are ignored",
          grant,
          settings.output().objective(),
          resource,
          step.isOne() ? "whole number" : "multiple of the study's step " + step);
    }
    if (!betweenStepsReported.isPresent()
        || System.nanoTime() - betweenStepsReported.getAsLong() > REPORT_AGAIN_NANOS) {
      betweenStepsReported = OptionalLong.of(System.nanoTime());
      grant.reportBetweenSteps(resource);
    }
  }

  private long from() {
    return step.require("from", grant.from());
  }

  private long until() {
    return step.require("until", grant.until());
  }

  private long next() {
    return step.require("next", grant.following());
  }

  /**
   * Fails a script that was resumed but counts from the beginning: its values would belong to
   * another run.
   */
  private void failRestartedCounter(Report report) throws InterruptedException {
    script.stop();
    fail(
        "RESOURCE_NOT_ABSOLUTE",
        "it was resumed at "
            + step.text(resumedAt)
            + " and showed resource "
            + step.text(report.resource())
            + ": does it load its checkpoint? If it does and only restarts its counter, use"
            + " --counts since-resume; if it cannot be resumed, use --boundary restart");
  }

  private boolean isSilent() {
    return settings
        .patience()
        .silence()
        .map(limit -> System.nanoTime() - lastReportNanos > limit.toNanos())
        .orElse(false);
  }

  /** Reports state that the script saved between boundaries. */
  private void reportSaved() {
    if (settings.mode() != BoundaryMode.EXIT) {
      return;
    }
    OptionalLong resource = CheckpointStore.resourceIn(script.folder(), step);
    if (resource.isPresent()
        && resource.getAsLong() > savedResource
        && resource.getAsLong() < until()) {
      savedResource = resource.getAsLong();
      grant.checkpoint(step.amount(savedResource), store.reference(script.folder()));
    }
  }

  /** Whether the script ended after it had trained far enough; then its boundary is reported. */
  private boolean hasEnded() throws IOException, InterruptedException {
    int code = script.exitCode().orElse(0);
    if (settings.exits().infeasible().contains(code)) {
      infeasible(code);
      return false;
    }
    if (code != 0) {
      fail("exit code " + code, code > 128 ? "ended by signal " + (code - 128) : "");
      return false;
    }
    Optional<Report> newest = script.shown().newest();
    Map<String, Double> last = script.lastValues();
    if (boundary.isPresent()) {
      reportBoundary(boundary.get().resource(), boundary.get().values());
      return true;
    }
    if (last.isEmpty()) {
      fail("METRICS_MISSING", missing());
      return false;
    }
    if (newest.isEmpty()) {
      // No counter was ever shown: the value is that of the whole run.
      reportBoundary(wholeRun(), last);
      return true;
    }
    if (newest.get().resource() + script.shown().gap() > until()) {
      // It reports only now and then, and trained as far as it was interrupted.
      reportBoundary(until(), last);
      return true;
    }
    return endedEarly(newest.get());
  }

  private long wholeRun() {
    boolean interrupted = settings.mode() == BoundaryMode.EXIT || launcher.tellsUntil();
    return interrupted ? until() : Math.max(until(), settings.maxResource());
  }

  /**
   * Ends the attempt of a script that ended early. The study may still decide that its last value
   * does not count.
   */
  private boolean endedEarly(Report newest) {
    String what =
        "the script ended by itself at resource "
            + step.text(newest.resource())
            + ", before "
            + step.text(until());
    if (settings.exits().earlyIsConverged()) {
      LOG.info("{}: {}: it has converged", grant, what);
      grant.converged();
    } else {
      fail("ENDED_EARLY", what);
    }
    return false;
  }

  private void reportBoundary(long resource, Map<String, Double> values) throws IOException {
    Optional<Path> kept = Optional.empty();
    if (settings.mode() == BoundaryMode.EXIT) {
      kept = store.keep(script.folder(), resource);
    }
    if (kept.isPresent()) {
      grant.report(step.amount(resource), named(values), store.reference(kept.get()));
    } else {
      grant.report(step.amount(resource), named(values));
    }
    checkpoint = kept;
  }

  /** Follows the decision; returns whether to continue training. */
  private boolean follow(TunerDecision decision) throws IOException, InterruptedException {
    LOG.info("{}: {} {}", grant, decision.kind(), decision.reason());
    if (script.shown().isShownAgain()) {
      LOG.warn(
          "{}: the script shows '{}' more than once at a resource, and the first value was"
              + " taken; to take the last, use --values latest",
          grant,
          settings.output().objective());
    }
    checkpoint.ifPresent(store::keepOnly);
    return switch (decision.kind()) {
      case CONTINUE -> goOn();
      case PAUSE, STOP -> {
        suspendForLater();
        yield false;
      }
      case COMPLETE -> {
        if (script.isAlive()) {
          // It may still have to write results.
          script.resume();
          script.awaitExit(settings.patience().finish());
        }
        yield false;
      }
    };
  }

  private boolean goOn() throws IOException, InterruptedException {
    if (drain.hasBegun()) {
      grant.release();
      return false;
    }
    if (script.hasMore()) {
      script.resume();
      lastReportNanos = System.nanoTime();
      return true;
    }
    if (settings.mode() == BoundaryMode.EXIT && checkpoint.isPresent()) {
      script.close();
      launch(next() - 1);
      return true;
    }
    if (settings.mode() == BoundaryMode.HOLD
        && settings.exits().earlyIsConverged()
        && !launcher.tellsUntil()
        && script.exitCode().orElse(1) == 0) {
      // It was never interrupted to end there.
      grant.converged();
      return false;
    }
    // There is no state to continue from: the tuner grants it again from 0 and counts that cost.
    grant.release();
    return false;
  }

  private void suspendForLater() throws InterruptedException {
    if (settings.folders().localCheckpoints() && checkpoint.isPresent()) {
      grant.hold(new CheckpointStore.Kept(grant.trial(), next() - 1, checkpoint.get()));
    }
    if (settings.mode() != BoundaryMode.HOLD || !script.hasMore() || drain.hasBegun()) {
      return;
    }
    script.suspend();
    grant.hold(suspended.add(grant.trial(), script));
    script = null;
  }

  /**
   * Gives back the attempt when the agent ends: terminates the script and reports the state that it
   * saved.
   */
  private void preempt() {
    if (script == null) {
      grant.preempt("the agent was ended");
      return;
    }
    script.close();
    reportSaved();
    grant.preempt("the agent was ended");
  }

  /** Ends an infeasible trial. It does not count among this machine's failures. */
  private void infeasible(int code) {
    String message = withLastLines("exit code " + code + " means that it cannot be trained");
    LOG.info("{}: infeasible: {}", grant, message);
    grant.infeasible(message);
  }

  private void fail(String what, String why) {
    failed = true;
    String message = withLastLines(what + (why.isEmpty() ? "" : ": " + why));
    LOG.warn("{}: failed: {}", grant, message);
    grant.fail(message);
  }

  private String withLastLines(String what) {
    return what + "; log " + script.logFile() + "; its last lines:\n" + script.lastLines();
  }

  private String missing() {
    return "it never showed '"
        + settings.output().objective()
        + "', only "
        + script.shown().names()
        + (script.shown().isFractional() ? ", and those between two steps of " + step : "")
        + "; name with --objective what the script calls the study's "
        + settings.objective()
        + ", or match it with --pattern";
  }

  /** Renames the objective to the study's name. */
  private Map<String, Double> named(Map<String, Double> values) {
    Map<String, Double> named = new HashMap<>(values);
    Double objective = named.remove(settings.output().objective());
    named.put(settings.objective(), objective);
    return named;
  }
}
