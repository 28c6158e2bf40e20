package io.flexhb.simulator;

/**
 * What goes wrong in a simulated run, and how often; all probabilities are in [0, 1]. Everything is
 * drawn from one seeded stream.
 *
 * @param lost a message never arrives
 * @param doubled a message arrives twice
 * @param delayed a message is late by up to {@code delayMillis}, and may be overtaken
 * @param delayMillis longest delay
 * @param workerDies per trained unit: the worker process and all its slots vanish without a word
 * @param newIdentity a worker that died comes back under another name
 * @param attemptFails per attempt: the trainer fails and says so
 * @param attemptHangs per attempt: the trainer falls silent and its slot with it
 * @param preempted per attempt: the worker gives it back
 * @param endsItself per attempt: the trainer ends before its boundary, converged or infeasible
 * @param notFinite per trial: its values are NaN
 * @param metricMissing per attempt: its reports lack the metric
 * @param checkpointLost per grant that starts from a checkpoint: it cannot be read
 * @param ignoresBoundary per attempt: the trainer goes on without waiting for the answer
 * @param countsFromOne per resumed attempt: the trainer reports resource since the resumption
 * @param tunerRestarts per event: the tuner is killed and takes its state up again
 * @param tunerLivesMillis shortest time between two kills; leases begin anew with each, so a tuner
 *     that never lives for two leases never finds a worker lost
 */
public record Faults(
    double lost,
    double doubled,
    double delayed,
    long delayMillis,
    double workerDies,
    double newIdentity,
    double attemptFails,
    double attemptHangs,
    double preempted,
    double endsItself,
    double notFinite,
    double metricMissing,
    double checkpointLost,
    double ignoresBoundary,
    double countsFromOne,
    double tunerRestarts,
    long tunerLivesMillis) {

  /** Nothing goes wrong. */
  public static final Faults NONE = messages(0, 0, 0, 0);

  /** Everything goes wrong, each with the given probability. */
  public static Faults all(double probability, long delayMillis) {
    double p = probability;
    return new Faults(
        p, p, p, delayMillis, p / 4, 0.5, p, p, p, p, p, p, p, p, p, p, 2 * delayMillis);
  }

  /** Messages are lost, doubled and delayed, and nothing else happens. */
  public static Faults messages(double lost, double doubled, double delayed, long delayMillis) {
    return new Faults(lost, doubled, delayed, delayMillis, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  /** The tuner is killed, and nothing else happens. */
  public static Faults restarts(double probability) {
    return new Faults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, probability, 0);
  }
}
