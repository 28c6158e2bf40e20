package io.flexhb.simulator;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.EndReason;
import io.flexhb.core.study.message.Metric;

/**
 * What will go wrong in one attempt.
 *
 * @param failsAt resource at which it ends with {@code end}; out of reach when it does not
 * @param hangsAt resource at which it falls silent; out of reach when it does not
 * @param notFinite whether its values are NaN, as those of every attempt of the trial
 */
record AttemptFaults(
    long failsAt,
    EndReason end,
    long hangsAt,
    boolean notFinite,
    boolean metricMissing,
    boolean checkpointLost,
    boolean ignoresBoundary,
    boolean countsFromOne) {

  static AttemptFaults draw(Simulation world, Command.Grant grant, boolean resumesHeld) {
    Faults faults = world.plan().faults();
    Network luck = world.network();
    boolean resumed = grant.fromResource() > 0;
    boolean preempted = luck.happens(faults.preempted());
    boolean fails = preempted || luck.happens(faults.attemptFails());
    boolean endsItself = !fails && luck.happens(faults.endsItself());
    boolean hangs = luck.happens(faults.attemptHangs());
    long units = grant.untilResource() - grant.fromResource();
    return new AttemptFaults(
        fails || endsItself ? grant.fromResource() + luck.upTo(units) : Long.MAX_VALUE,
        end(luck, preempted, endsItself),
        hangs ? grant.fromResource() + luck.upTo(units) : Long.MAX_VALUE,
        CounterRandom.of(world.plan().seed(), "not finite", grant.trial())
            .nextBoolean(faults.notFinite()),
        luck.happens(faults.metricMissing()),
        resumed && !resumesHeld && luck.happens(faults.checkpointLost()),
        luck.happens(faults.ignoresBoundary()),
        resumed && luck.happens(faults.countsFromOne()));
  }

  private static EndReason end(Network luck, boolean preempted, boolean endsItself) {
    if (preempted) {
      return luck.happens(0.5) ? EndReason.RELEASED : EndReason.PREEMPTED;
    }
    if (endsItself) {
      return luck.happens(0.7) ? EndReason.CONVERGED : EndReason.INFEASIBLE;
    }
    return EndReason.FAILED;
  }

  Metric metric(double value) {
    if (metricMissing) {
      return new Metric.Missing();
    }
    return Metric.of(notFinite ? Double.NaN : value);
  }
}
