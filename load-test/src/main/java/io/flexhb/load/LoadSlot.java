package io.flexhb.load;

import io.flexhb.avro.Command;
import io.flexhb.core.space.Configuration;
import io.flexhb.emitter.protocol.Answer;
import io.flexhb.emitter.protocol.AttemptProtocol;
import io.flexhb.emitter.protocol.SlotProtocol;
import io.flexhb.simulator.ToyFunction;
import java.util.Map;
import java.util.Optional;

/**
 * One slot that reports the curve of the paper's toy function, one epoch at a time, see {@link
 * ToyFunction}. Not thread-safe.
 */
final class LoadSlot {

  private final SlotProtocol protocol;
  private final ToyFunction function;
  private final String metric;
  private final long seed;

  private Configuration configuration = Configuration.of(Map.of());
  private long boundaryNanos;
  private boolean measuring;

  LoadSlot(SlotProtocol protocol, ToyFunction function, String metric, long seed) {
    this.protocol = protocol;
    this.function = function;
    this.metric = metric;
    this.seed = seed;
  }

  SlotProtocol protocol() {
    return protocol;
  }

  /** Whether it has an epoch to report. */
  boolean isReady() {
    return protocol.isTraining() && !attempt().isWaiting();
  }

  /**
   * Reports the next epoch.
   *
   * @return whether that was a boundary
   */
  boolean report(long now) {
    AttemptProtocol attempt = attempt();
    long epoch = attempt.resource() + 1;
    boolean boundary = epoch >= attempt.untilResource();
    Optional<String> checkpoint =
        boundary
            ? Optional.of("sim:" + attempt.grant().getTrial() + "@" + epoch)
            : Optional.empty();
    if (boundary) {
      boundaryNanos = System.nanoTime();
      measuring = true;
    }
    attempt.report(
        epoch, Map.of(metric, function.value(configuration, epoch, seed)), checkpoint, now);
    return boundary;
  }

  /** The effect of a command on this slot. */
  enum Effect {
    NONE,
    GRANTED,
    DECIDED,
    RELEASED
  }

  Effect on(Command command, long now) {
    boolean training = protocol.isTraining();
    if (!protocol.on(command, now)) {
      return Effect.NONE;
    }
    if (!training && protocol.isTraining()) {
      takeConfiguration(attempt().grant());
      return Effect.GRANTED;
    }
    if (protocol.state() == SlotProtocol.State.RELEASED) {
      return Effect.RELEASED;
    }
    return training ? Effect.DECIDED : Effect.NONE;
  }

  /** Nanoseconds from the boundary report to its first decision; empty when none was measured. */
  Optional<Long> takeLatency(long arrivedNanos) {
    if (!measuring) {
      return Optional.empty();
    }
    measuring = false;
    return Optional.of(arrivedNanos - boundaryNanos);
  }

  /** The newest decision. */
  Answer decision() {
    return attempt()
        .answer()
        .orElseThrow(() -> new IllegalStateException("no decision in " + protocol.address()));
  }

  private AttemptProtocol attempt() {
    return protocol.attempt().orElseThrow();
  }

  private void takeConfiguration(Command grant) {
    configuration =
        Configuration.of(
            Map.of("x", number(grant, "x"), "y", number(grant, "y"), "z", number(grant, "z")));
  }

  private static double number(Command grant, String name) {
    Object value =
        grant.getConfiguration() == null ? null : grant.getConfiguration().getValues().get(name);
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(
        "trial "
            + grant.getTrial()
            + " of study "
            + grant.getStudy()
            + " has no number '"
            + name
            + "': the simulator needs studies with the parameters x, y and z");
  }
}
