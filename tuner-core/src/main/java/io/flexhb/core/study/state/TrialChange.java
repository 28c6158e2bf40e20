package io.flexhb.core.study.state;

import io.flexhb.core.space.Configuration;
import io.flexhb.core.study.message.Checkpoint;
import io.flexhb.core.study.message.Command;
import io.flexhb.core.study.message.SlotId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Builds a changed trial: set the changes, then call {@link #done}. Checks each change of status
 * against the allowed transitions.
 */
final class TrialChange {
  private final Trial base;
  TrialStatus status;
  int bracket;
  int rung;
  int attempt;
  int failures;
  int unstarted;
  int revivals;
  long fromResource;
  long untilResource;
  long promised;
  boolean started;
  Optional<SlotId> slot;
  List<LevelValue> levels;
  OptionalLong failedAt;
  Optional<Checkpoint> checkpoint;
  Optional<Command.OfTrial> inForce;
  String reason;
  boolean wasStopped;
  Optional<Progress> progress;
  RecentValues recent;

  private TrialChange(Trial t) {
    base = t;
    status = t.status();
    bracket = t.bracket();
    rung = t.rung();
    attempt = t.attempt();
    failures = t.failures();
    unstarted = t.unstarted();
    revivals = t.revivals();
    fromResource = t.fromResource();
    untilResource = t.untilResource();
    promised = t.promised();
    started = t.started();
    slot = t.slot();
    levels = t.levels();
    failedAt = t.failedAt();
    checkpoint = t.checkpoint();
    inForce = t.inForce();
    reason = t.reason();
    wasStopped = t.wasStopped();
    progress = t.progress();
    recent = t.recent();
  }

  static TrialChange of(Trial trial) {
    return new TrialChange(trial);
  }

  static Trial created(
      int number, Configuration configuration, String origin, int bracket, long promised) {
    return new Trial(
        number,
        configuration,
        origin,
        TrialStatus.PENDING,
        bracket,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        promised,
        false,
        Optional.empty(),
        List.of(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        "new, from " + origin,
        false,
        Optional.empty(),
        RecentValues.NONE);
  }

  TrialChange to(TrialStatus next, String why) {
    if (!status.successors().contains(next)) {
      throw new IllegalStateException(
          "trial " + base.number() + " cannot go from " + status + " to " + next + ": " + why);
    }
    status = next;
    reason = why;
    return this;
  }

  TrialChange under(Command.OfTrial command) {
    inForce = Optional.of(command);
    reason = command.reason();
    return this;
  }

  TrialChange withLevels(List<LevelValue> added) {
    List<LevelValue> merged = new ArrayList<>(levels);
    merged.addAll(added);
    merged.sort(Comparator.comparingLong(LevelValue::level));
    levels = merged;
    return this;
  }

  Trial done() {
    return new Trial(
        base.number(),
        base.configuration(),
        base.origin(),
        status,
        bracket,
        rung,
        attempt,
        failures,
        unstarted,
        revivals,
        fromResource,
        untilResource,
        promised,
        started,
        slot,
        levels,
        failedAt,
        checkpoint,
        inForce,
        reason,
        wasStopped,
        progress,
        recent);
  }
}
