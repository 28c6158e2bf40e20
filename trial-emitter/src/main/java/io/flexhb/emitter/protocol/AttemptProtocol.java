package io.flexhb.emitter.protocol;

import io.flexhb.avro.Checkpoint;
import io.flexhb.avro.Command;
import io.flexhb.avro.CommandKind;
import io.flexhb.avro.EndReason;
import io.flexhb.avro.LastAttempt;
import io.flexhb.avro.MetricValue;
import io.flexhb.avro.TrialEvent;
import io.flexhb.avro.TrialEventKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One attempt, from its grant to its end: reports, heartbeats, and the answers to boundary reports.
 * All times are milliseconds of a clock that never goes back. Not thread-safe.
 */
public final class AttemptProtocol {

  /** Longest checkpoint reference, in characters. */
  public static final int MAX_REFERENCE = 1024;

  /** Longest message of an end, in characters. */
  public static final int MAX_MESSAGE = 2000;

  /** The lease assumed for a grant that names none. */
  private static final long DEFAULT_LEASE_MILLIS = 30_000;

  private final SlotAddress slot;
  private final Command grant;
  private final Optional<Object> held;
  private final EventWriter out;
  private final StepSize step;
  private final long silenceMillis;

  private String commandSeen;
  private long untilResource;
  private Optional<Report> newest = Optional.empty();
  private Optional<LastAttempt> account = Optional.empty();
  private Optional<Answer> end = Optional.empty();
  private long lastSign;

  /** The last report, kept to be repeated. */
  private record Report(
      long resource, Map<String, MetricValue> values, Optional<Checkpoint> checkpoint) {}

  AttemptProtocol(SlotAddress slot, Command grant, Optional<Object> held, EventWriter out) {
    this.slot = slot;
    this.grant = grant;
    this.held = held;
    this.out = out;
    this.step = StepSize.of(grant);
    this.commandSeen = grant.getId();
    this.untilResource = grant.getUntilResource();
    long lease = grant.getLeaseMillis() > 0 ? grant.getLeaseMillis() : DEFAULT_LEASE_MILLIS;
    this.silenceMillis = Math.max(1, lease / 3);
  }

  /**
   * Reports that training starts.
   *
   * @param message for users, such as where the output is kept
   */
  void start(String message, long now) {
    TrialEvent event = event(TrialEventKind.STARTED, now);
    event.setMessage(message.substring(0, Math.min(message.length(), MAX_MESSAGE)));
    send(event, now);
  }

  /** The grant as received. */
  public Command grant() {
    return grant;
  }

  /** The state that the slot held of the trial, if the grant continues exactly from it. */
  public Optional<Object> held() {
    return held;
  }

  /** Whether the checkpoint is enough to start from. */
  boolean isSavedWhereItBegins() {
    Checkpoint saved = grant.getCheckpoint();
    return grant.getFromResource() == 0
        || saved != null && saved.getResource() == grant.getFromResource();
  }

  /** The trainer's step; resources of the protocol are whole multiples of it. */
  public StepSize step() {
    return step;
  }

  /** Resource to train up to before the next answer, absolute. */
  public long untilResource() {
    return untilResource;
  }

  /** Newest reported resource, or fromResource before the first report. */
  public long resource() {
    return newest.map(Report::resource).orElse(grant.getFromResource());
  }

  /** Whether the tuner may still expect records of this attempt. */
  public boolean isLive() {
    return end.isEmpty();
  }

  /** Whether the boundary was reported and its answer has not arrived. */
  public boolean isWaiting() {
    return isLive() && newest.isPresent() && resource() >= untilResource;
  }

  /** What to do now; empty while the answer to a boundary report is awaited. */
  public Optional<Answer> answer() {
    if (end.isPresent()) {
      return end;
    }
    return isWaiting()
        ? Optional.empty()
        : Optional.of(new Answer(CommandKind.CONTINUE, untilResource, ""));
  }

  /**
   * Sends values at a resource. After the end of the attempt nothing is sent.
   *
   * @param resource absolute; increases with each report
   * @param checkpoint reference to the state at this resource, when there is one
   * @throws IllegalArgumentException when the resource does not increase, or the values or the
   *     reference are not valid
   */
  public void report(
      long resource, Map<String, ? extends Number> values, Optional<String> checkpoint, long now) {
    checkRises(resource);
    Map<String, MetricValue> sent = MetricValues.of(step.text(resource), values);
    Optional<Checkpoint> saved = checkpoint.map(reference -> checked(resource, reference));
    if (isLive()) {
      Report report = new Report(resource, sent, saved);
      newest = Optional.of(report);
      send(metrics(report, now), now);
    }
  }

  /**
   * Sends a report at a resource that is not a multiple of the step and so does not count: the
   * tuner answers with a rejection, and fails a trial that reports nothing else. After the end of
   * the attempt nothing is sent.
   */
  public void betweenSteps(double resource, long now) {
    if (isLive() && Double.isFinite(resource)) {
      TrialEvent event = event(TrialEventKind.METRICS, now);
      event.setResource(resource());
      event.setReportedResource(BigDecimal.valueOf(resource).toString());
      send(event, now);
    }
  }

  /**
   * Reports where state was saved between boundaries. After the end of the attempt nothing is sent.
   *
   * @throws IllegalArgumentException when this attempt cannot have reached the resource, or the
   *     reference is not valid
   */
  public void checkpoint(long resource, String reference, long now) {
    if (resource < grant.getFromResource()) {
      throw new IllegalArgumentException(notAbsolute("checkpoint", resource));
    }
    Checkpoint checkpoint = checked(resource, reference);
    if (isLive()) {
      TrialEvent event = event(TrialEventKind.CHECKPOINT, now);
      event.setCheckpoint(checkpoint);
      send(event, now);
    }
  }

  /**
   * Repeats the newest report and reports the end. After the end of the attempt nothing is sent.
   */
  public void end(EndReason reason, String message, long now) {
    if (isLive()) {
      String kept = message.substring(0, Math.min(message.length(), MAX_MESSAGE));
      TrialEvent event = event(TrialEventKind.ENDED, now);
      event.setEndReason(reason);
      event.setMessage(kept);
      newest.ifPresent(
          report -> {
            event.setResource(report.resource());
            event.setValues(report.values());
          });
      send(event, now);
      account = Optional.of(accountOf(reason, kept));
      end = Optional.of(new Answer(CommandKind.STOP, resource(), "ended here: " + reason));
    }
  }

  /**
   * How the attempt ended, for the slot's next ask: the ask is on another topic than the end and
   * may be read first. Empty while the attempt is live, and when a command ended it.
   */
  Optional<LastAttempt> account() {
    return account;
  }

  private LastAttempt accountOf(EndReason reason, String message) {
    return new LastAttempt(
        grant.getIncarnation(),
        grant.getTrial(),
        grant.getAttempt(),
        reason,
        message,
        newest.map(Report::resource).orElse(0L),
        newest.map(Report::values).orElse(Map.of()));
  }

  /**
   * Sends a heartbeat when one is due. While an answer is awaited, the report is sent again
   * instead.
   */
  void tick(long now) {
    if (isLive() && now >= due()) {
      send(
          isWaiting() ? metrics(newest.orElseThrow(), now) : event(TrialEventKind.HEARTBEAT, now),
          now);
    }
  }

  /** When the next heartbeat is due; far in the future when none is. */
  long due() {
    return isLive() ? lastSign + silenceMillis : Long.MAX_VALUE;
  }

  /** Handles a command about this trial; returns whether it had an effect. */
  boolean on(Command command) {
    if (!isLive() || !isAboutThisTrial(command)) {
      return false;
    }
    return switch (command.getKind()) {
      case CONTINUE ->
          command.getAttempt() == grant.getAttempt() ? goOn(command) : fencedBy(command);
      case START, REVIVE -> fencedBy(command);
      case PAUSE, STOP, COMPLETE -> command.getAttempt() == grant.getAttempt() && endWith(command);
      default -> false;
    };
  }

  private boolean isAboutThisTrial(Command command) {
    return command.getTrial() == grant.getTrial()
        && command.getIncarnation().equals(grant.getIncarnation());
  }

  /** Handles a CONTINUE; one that grants no more than is already granted is outdated. */
  private boolean goOn(Command command) {
    if (command.getUntilResource() <= untilResource) {
      return false;
    }
    untilResource = command.getUntilResource();
    commandSeen = command.getId();
    return true;
  }

  private boolean endWith(Command command) {
    commandSeen = command.getId();
    end = Optional.of(new Answer(command.getKind(), resource(), command.getReason()));
    return true;
  }

  /** Handles the grant of a newer attempt of the trial: the tuner considers this one lost. */
  private boolean fencedBy(Command command) {
    if (command.getAttempt() <= grant.getAttempt()) {
      return false;
    }
    String reason =
        "attempt " + command.getAttempt() + " of the trial was granted to " + command.getWorker();
    end = Optional.of(new Answer(CommandKind.STOP, resource(), reason));
    return true;
  }

  private void checkRises(long resource) {
    if (resource <= grant.getFromResource()) {
      throw new IllegalArgumentException(notAbsolute("report", resource));
    }
    newest.ifPresent(
        last -> {
          if (resource <= last.resource()) {
            throw new IllegalArgumentException(
                "report at resource "
                    + step.text(resource)
                    + " of "
                    + name()
                    + ": resource "
                    + step.text(last.resource())
                    + " was already reported; the resource must increase with each report");
          }
        });
  }

  private String notAbsolute(String what, long resource) {
    if (grant.getFromResource() == 0) {
      return what
          + " at resource "
          + step.text(resource)
          + " of "
          + name()
          + ": resources count from "
          + step.text(1);
    }
    return what
        + " at resource "
        + step.text(resource)
        + " of "
        + name()
        + ", which continues from "
        + step.text(grant.getFromResource())
        + ": does the resumed trainer count from "
        + step.text(1)
        + " again? Resources are absolute: report "
        + step.text(grant.getFromResource())
        + " plus what was trained since the resume";
  }

  private Checkpoint checked(long resource, String reference) {
    if (reference.isBlank() || reference.length() > MAX_REFERENCE) {
      throw new IllegalArgumentException(
          "checkpoint reference of "
              + name()
              + " at resource "
              + step.text(resource)
              + " has "
              + reference.length()
              + " characters: give a path, URL or key of 1 to "
              + MAX_REFERENCE);
    }
    return new Checkpoint(resource, reference);
  }

  private String name() {
    return "trial " + grant.getTrial() + " of study " + slot.study();
  }

  private TrialEvent metrics(Report report, long now) {
    TrialEvent event = event(TrialEventKind.METRICS, now);
    event.setResource(report.resource());
    event.setValues(report.values());
    report.checkpoint().ifPresent(event::setCheckpoint);
    return event;
  }

  private TrialEvent event(TrialEventKind kind, long now) {
    TrialEvent event = new TrialEvent();
    event.setStudy(slot.study());
    event.setIncarnation(grant.getIncarnation());
    event.setTrial(grant.getTrial());
    event.setAttempt(grant.getAttempt());
    event.setWorker(slot.worker());
    event.setSlot(slot.number());
    event.setCommandSeen(commandSeen);
    event.setKind(kind);
    event.setValues(Map.of());
    event.setMessage("");
    event.setSentAt(Instant.ofEpochMilli(now));
    return event;
  }

  private void send(TrialEvent event, long now) {
    lastSign = now;
    out.send(event);
  }
}
