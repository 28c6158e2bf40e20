package io.flexhb.emitter;

import io.flexhb.avro.EndReason;
import io.flexhb.emitter.protocol.AttemptProtocol;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A trial to train: with these hyperparameters, from {@link #from()} up to {@link #until()}.
 * Resources are absolute: epochs (or whatever the study counts) since the trial began, never since
 * a resume. They are multiples of {@link #step()}; where the step is whole, as in most studies,
 * {@link #fromResource()}, {@link #untilResource()} and {@link #next()} return the same values as
 * whole numbers.
 *
 * <p>Used by the thread that asked for it; {@link #isLive()} and the methods that end it may be
 * called from any thread. Once the attempt has ended, for whatever reason, {@link #hasNext()} is
 * false and reports are silently dropped: the loop just ends and asks again.
 */
public final class Grant {

  private final WorkerSlot slot;
  private final AttemptProtocol attempt;
  private final TrialConfiguration configuration;

  Grant(WorkerSlot slot, AttemptProtocol attempt) {
    this.slot = slot;
    this.attempt = attempt;
    this.configuration = TrialConfiguration.of(attempt.grant().getConfiguration());
  }

  /** Id of the study. */
  public String study() {
    return attempt.grant().getStudy();
  }

  /** Which study of that name: it changes when the study is deleted and recreated. */
  public UUID incarnation() {
    return attempt.grant().getIncarnation();
  }

  /** Number of the trial in its study, from 0. */
  public int trial() {
    return attempt.grant().getTrial();
  }

  /** The number of this attempt at the trial, from 1. */
  public int attempt() {
    return attempt.grant().getAttempt();
  }

  /** The hyperparameters to train with. */
  public TrialConfiguration configuration() {
    return configuration;
  }

  /** The size of one step of the study's resource: 1, unless the study has a resource.step. */
  public double step() {
    return attempt.step().amount(1);
  }

  /** Resource from which training continues; 0 = from the beginning. */
  public double from() {
    return attempt.step().amount(attempt.grant().getFromResource());
  }

  /** Resource up to which to train before the next decision; rises with each CONTINUE. */
  public double until() {
    return attempt.step().amount(slot.read(attempt::untilResource));
  }

  /** The resource one step after the newest one reported. */
  public double following() {
    return attempt.step().amount(slot.read(attempt::resource) + 1);
  }

  /**
   * {@link #from()} as a whole number.
   *
   * @throws IllegalStateException when the study counts in fractions
   */
  public long fromResource() {
    return attempt.step().wholeAmount(attempt.grant().getFromResource());
  }

  /**
   * {@link #until()} as a whole number.
   *
   * @throws IllegalStateException when the study counts in fractions
   */
  public long untilResource() {
    return attempt.step().wholeAmount(slot.read(attempt::untilResource));
  }

  /**
   * State to continue from; empty when training starts from the beginning, or when the trial is
   * {@link #held}.
   */
  public Optional<TrialCheckpoint> checkpoint() {
    io.flexhb.avro.Checkpoint saved = attempt.grant().getCheckpoint();
    return saved == null || attempt.grant().getFromResource() == 0
        ? Optional.empty()
        : Optional.of(
            new TrialCheckpoint(
                study(),
                trial(),
                attempt.step().amount(saved.getResource()),
                saved.getReference()));
  }

  /**
   * The state that {@link #hold} kept in this process, if training continues exactly from it; then
   * no checkpoint need be read.
   *
   * @throws ClassCastException when the state has another type
   */
  public <T> Optional<T> held(Class<T> type) {
    return slot.held(attempt).map(type::cast);
  }

  /**
   * Whether to continue training. Waits for the tuner's decision when the boundary was reported.
   *
   * @throws io.flexhb.emitter.protocol.TrainingInterruptedException when interrupted while waiting
   */
  public boolean hasNext() {
    return awaitDecision().goesOn();
  }

  /**
   * {@link #following()} as a whole number: the resource to train to next when counting by ones.
   *
   * @throws IllegalStateException when the study counts in fractions
   */
  public long next() {
    return attempt.step().wholeAmount(slot.read(attempt::resource) + 1);
  }

  /**
   * The decision in force: CONTINUE until {@link #until()} is reported, then the tuner's answer,
   * for which this method waits.
   *
   * @throws io.flexhb.emitter.protocol.TrainingInterruptedException when interrupted while waiting
   */
  public TunerDecision awaitDecision() {
    return slot.awaitDecision(attempt);
  }

  /** Whether the attempt has not ended; false as soon as a STOP has arrived. Never waits. */
  public boolean isLive() {
    return slot.read(attempt::isLive);
  }

  /**
   * Reports one metric.
   *
   * @see #report(double, Map)
   */
  public void report(double resource, String metric, double value) {
    report(resource, Map.of(metric, value));
  }

  /**
   * Reports metrics. Values need not be finite: the tuner treats others as a failure at that
   * resource.
   *
   * @param resource absolute, higher than in any report before, a multiple of {@link #step()}
   * @param values metric name to value; at least the study's objective
   * @throws IllegalArgumentException when the resource does not increase, lies between two steps
   *     (it is never rounded), or a value is missing
   */
  public void report(double resource, Map<String, ? extends Number> values) {
    long units = attempt.step().require("report at resource", resource);
    slot.act(now -> attempt.report(units, values, Optional.empty(), now));
  }

  /**
   * Reports metrics together with the state saved at this resource.
   *
   * @param resource absolute, higher than in any report before, a multiple of {@link #step()}
   * @param values metric name to value; at least the study's objective
   * @param checkpoint path, URL or key, at most 1024 characters
   * @throws IllegalArgumentException when the resource does not increase, lies between two steps,
   *     or a value is missing
   */
  public void report(double resource, Map<String, ? extends Number> values, String checkpoint) {
    long units = attempt.step().require("report at resource", resource);
    slot.act(now -> attempt.report(units, values, Optional.of(checkpoint), now));
  }

  /**
   * Tells the tuner that values were measured at a resource between two steps, where they do not
   * count. The tuner answers with a rejection, and finally fails a trial that reports nothing else.
   * For programs that forward the reports of others; your own trainer gets an exception from {@link
   * #report(double, Map)} instead.
   */
  public void reportBetweenSteps(double resource) {
    slot.act(now -> attempt.betweenSteps(resource, now));
  }

  /**
   * Reports where state was saved between boundaries, so that less is lost when this process dies.
   *
   * @param resource resource that the state holds, absolute
   * @param reference path, URL or key, at most 1024 characters
   */
  public void checkpoint(double resource, String reference) {
    long units = attempt.step().require("checkpoint at resource", resource);
    slot.act(now -> attempt.checkpoint(units, reference, now));
  }

  /**
   * Keeps the state of a paused or stopped trial in this process. The tuner then prefers this slot
   * when the trial continues, and {@link #held} returns the state. When the state can no longer be
   * used, it is dropped, and closed if it is {@link AutoCloseable}. Each held state takes memory:
   * hold only what you can afford.
   *
   * @throws IllegalStateException when the attempt has not ended
   */
  public void hold(Object state) {
    slot.hold(attempt, state);
  }

  /** Ends the attempt: training failed. The tuner may try the trial again, here or elsewhere. */
  public void fail(Throwable cause) {
    StringWriter trace = new StringWriter();
    cause.printStackTrace(new PrintWriter(trace));
    fail(trace.toString());
  }

  /** Ends the attempt: training failed. The first 2000 characters of the message are kept. */
  public void fail(String message) {
    end(EndReason.FAILED, message);
  }

  /**
   * Ends the attempt: the trainer has converged, and further training would change nothing. The
   * last reported value counts for the levels that the trial did not reach, and completes it,
   * unless the study says {@code objective.converged: fails}.
   */
  public void converged() {
    end(EndReason.CONVERGED, "");
  }

  /**
   * Ends the attempt: this configuration cannot be trained. The trial fails and is not tried again;
   * it does not count for {@code limits.failures}.
   */
  public void infeasible(String message) {
    end(EndReason.INFEASIBLE, message);
  }

  /**
   * Ends the attempt: its checkpoint cannot be read. The trial starts again from the beginning
   * later.
   */
  public void failCheckpointLost(String message) {
    end(EndReason.CHECKPOINT_LOST, message);
  }

  /** Gives the attempt back; the trial continues later, here or elsewhere. */
  public void release() {
    end(EndReason.RELEASED, "");
  }

  /** Gives the attempt back because this machine is preempted; does not count as a failure. */
  public void preempt(String message) {
    end(EndReason.PREEMPTED, message);
  }

  /** A resource as text: 3, 0.3. */
  public String text(double resource) {
    return attempt.step().units(resource).isPresent()
        ? attempt.step().text(attempt.step().units(resource).getAsLong())
        : Double.toString(resource);
  }

  /** Whether the decision on a boundary report is awaited. */
  boolean isWaiting() {
    return slot.read(attempt::isWaiting);
  }

  private void end(EndReason reason, String message) {
    slot.act(now -> attempt.end(reason, message, now));
  }

  @Override
  public String toString() {
    return "trial " + trial() + " of study " + study() + ", attempt " + attempt();
  }
}
