package io.flexhb.core.study.state;

import io.flexhb.core.schedule.Ranked;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One configuration being evaluated, immutable.
 *
 * @param number from 0, in the order of creation
 * @param origin sampler name, or "enqueued"
 * @param bracket its current bracket; a revival moves it
 * @param rung the rung of that bracket that it has reached or is trained for
 * @param attempt newest attempt, 0 before the first grant
 * @param failures attempts that failed or were lost
 * @param unstarted grants in a row that were never started
 * @param revivals how often it was revived
 * @param fromResource where the newest grant began
 * @param untilResource boundary of the newest grant
 * @param promised resource reserved in the budget for the grant it waits for
 * @param started whether the live attempt has started
 * @param slot slot of the live attempt, otherwise of the last one; empty before the first grant
 * @param levels values per level, ascending
 * @param failedAt level at which a non-finite value failed it
 * @param checkpoint newest checkpoint known
 * @param inForce the newest command about the trial; repeated to a worker that has not seen it
 * @param reason the reason of its status
 * @param wasStopped whether the next grant is a REVIVE
 * @param progress of the newest attempt; empty before it has started
 * @param recent earlier values that the study's strategy uses
 */
public record Trial(
    int number,
    Configuration configuration,
    String origin,
    TrialStatus status,
    int bracket,
    int rung,
    int attempt,
    int failures,
    int unstarted,
    int revivals,
    long fromResource,
    long untilResource,
    long promised,
    boolean started,
    Optional<SlotId> slot,
    List<LevelValue> levels,
    OptionalLong failedAt,
    Optional<Checkpoint> checkpoint,
    Optional<Command.OfTrial> inForce,
    String reason,
    boolean wasStopped,
    Optional<Progress> progress,
    RecentValues recent) {

  public Trial {
    levels = List.copyOf(levels);
  }

  /** Highest resource with an accepted value, 0 when none. */
  public long resource() {
    return levels.isEmpty() ? 0 : levels.get(levels.size() - 1).resource();
  }

  /** The value by which the trial is ranked at a rung level, minimized. */
  public OptionalDouble valueAt(long level) {
    for (LevelValue v : levels) {
      if (v.level() == level) {
        return OptionalDouble.of(v.value());
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * Its place among the trials of a level.
   *
   * @throws java.util.NoSuchElementException without a value there
   */
  public Ranked rankedAt(long level) {
    return new Ranked(valueAt(level).orElseThrow(), number);
  }

  /**
   * The value measured at exactly that level (or the highest level passed by a jump), minimised.
   */
  public OptionalDouble measuredAt(long level) {
    for (LevelValue v : levels) {
      if (v.level() == level && v.measured()) {
        return OptionalDouble.of(v.value());
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * Granted but unused resource, which returns to the budget when the live attempt ends. 0 without
   * a live attempt, because an ended one has already returned it.
   *
   * @param reached resource up to which the trial was trained, absolute
   */
  public long unusedResource(long reached) {
    return isLive() ? Math.max(0, untilResource - Math.max(fromResource, reached)) : 0;
  }

  /** Resource up to which it is known to be trained: its last value or its checkpoint, absolute. */
  public long trainedUpTo() {
    return Math.max(resource(), checkpoint.map(Checkpoint::resource).orElse(0L));
  }

  /** The newest checkpoint, if training can be resumed from it up to that resource. */
  public Optional<Checkpoint> checkpointBelow(long until) {
    return checkpoint.filter(saved -> saved.resource() < until);
  }

  /** Whether an attempt is granted and not ended. */
  public boolean isLive() {
    return status == TrialStatus.RUNNING;
  }
}
