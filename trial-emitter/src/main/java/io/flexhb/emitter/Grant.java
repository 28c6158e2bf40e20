package io.flexhb.emitter;

import io.flexhb.avro.EndReason;
import io.flexhb.emitter.protocol.AttemptProtocol;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A trial to train: with these hyperparameters, from {@link #fromResource()} up to {@link
 * #untilResource()}. Resources are absolute: epochs (or whatever the study counts) since the trial
 * began, never since a resume.
 *
 * <p>Used by the thread that asked for it; {@link #isLive()} and the ways to end it may be called
 * from any thread. Once the attempt has ended, for whatever reason, {@link #hasNext()} is false and
 * reports are left out silently: the loop just ends and asks anew.
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

  /** Which study of that name: it changes when the study is deleted and made again. */
  public UUID incarnation() {
    return attempt.grant().getIncarnation();
  }

  /** Number of the trial in its study, from 0. */
  public int trial() {
    return attempt.grant().getTrial();
  }

  /** How many-th time the trial is given to a process, from 1. */
  public int attempt() {
    return attempt.grant().getAttempt();
  }

  /** The hyperparameters to train with. */
  public TrialConfiguration configuration() {
    return configuration;
  }

  /** Resource from which training goes on; 0 = from the beginning. */
  public long fromResource() {
    return attempt.grant().getFromResource();
  }

  /** Resource up to which to train before the next decision; rises with each CONTINUE. */
  public long untilResource() {
    return slot.read(attempt::untilResource);
  }

  /** State to go on from; empty when training begins anew, or when the trial is {@link #held}. */
  public Optional<TrialCheckpoint> checkpoint() {
    io.flexhb.avro.Checkpoint saved = attempt.grant().getCheckpoint();
    return saved == null || fromResource() == 0
        ? Optional.empty()
        : Optional.of(
            new TrialCheckpoint(study(), trial(), saved.getResource(), saved.getReference()));
  }

  /**
   * What {@link #hold} kept in this process, when it is exactly where training goes on; then no
   * checkpoint need be read.
   *
   * @throws ClassCastException when another type was kept
   */
  public <T> Optional<T> held(Class<T> type) {
    return slot.held(attempt).map(type::cast);
  }

  /**
   * Whether to train on. Waits for the tuner's decision when the boundary was reported.
   *
   * @throws io.flexhb.emitter.protocol.TrainingInterruptedException when interrupted while waiting
   */
  public boolean hasNext() {
    return awaitDecision().goesOn();
  }

  /** The resource that follows the newest one reported: what to train to when counting by ones. */
  public long next() {
    return slot.read(attempt::resource) + 1;
  }

  /**
   * The decision in force: CONTINUE while {@link #untilResource()} is not reported, then what the
   * tuner answers, for which this waits.
   *
   * @throws io.flexhb.emitter.protocol.TrainingInterruptedException when interrupted while waiting
   */
  public TunerDecision awaitDecision() {
    return slot.awaitDecision(attempt);
  }

  /** Whether the attempt has not ended; false as soon as a STOP has come. Never waits. */
  public boolean isLive() {
    return slot.read(attempt::isLive);
  }

  /**
   * Reports one metric.
   *
   * @see #report(long, Map)
   */
  public void report(long resource, String metric, double value) {
    report(resource, Map.of(metric, value));
  }

  /**
   * Reports metrics. Values that are not finite are fine: the tuner takes them as a failure at that
   * resource.
   *
   * @param resource absolute, higher than in any report before
   * @param values metric name to value; at least the study's objective
   * @throws IllegalArgumentException when the resource does not rise or a value is missing
   */
  public void report(long resource, Map<String, ? extends Number> values) {
    slot.act(now -> attempt.report(resource, values, Optional.empty(), now));
  }

  /**
   * Reports metrics together with the state saved at this resource.
   *
   * @param resource absolute, higher than in any report before
   * @param values metric name to value; at least the study's objective
   * @param checkpoint path, URL or key, at most 1024 characters
   * @throws IllegalArgumentException when the resource does not rise, or a value is missing
   */
  public void report(long resource, Map<String, ? extends Number> values, String checkpoint) {
    slot.act(now -> attempt.report(resource, values, Optional.of(checkpoint), now));
  }

  /**
   * Says where state was saved between boundaries, so that less is lost when this process dies.
   *
   * @param resource what the state holds, absolute
   * @param reference path, URL or key, at most 1024 characters
   */
  public void checkpoint(long resource, String reference) {
    slot.act(now -> attempt.checkpoint(resource, reference, now));
  }

  /**
   * Keeps the state of a paused or stopped trial in this process. The tuner then prefers this slot
   * when the trial goes on, and {@link #held} brings the state back. It is dropped when it can no
   * longer be of use, and closed then if it is {@link AutoCloseable}. Each held state takes memory:
   * hold what you can afford.
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

  /** Ends the attempt: training failed. Of the message the first 2000 characters are kept. */
  public void fail(String message) {
    end(EndReason.FAILED, message);
  }

  /**
   * Ends the attempt: the trainer has converged, and training on would change nothing. The last
   * value reported stands at the levels that the trial did not reach, and completes it, unless the
   * study says {@code objective.converged: fails}.
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

  /** Ends the attempt: its checkpoint cannot be read. The trial begins anew some time. */
  public void failCheckpointLost(String message) {
    end(EndReason.CHECKPOINT_LOST, message);
  }

  /** Gives the attempt back; the trial goes on later, here or elsewhere. */
  public void release() {
    end(EndReason.RELEASED, "");
  }

  /** Gives the attempt back because this machine is taken away; does not count as a failure. */
  public void preempt(String message) {
    end(EndReason.PREEMPTED, message);
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
