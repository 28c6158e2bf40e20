package io.flexhb.codec;

import io.flexhb.avro.TrialView;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.spec.Objective;
import io.flexhb.core.study.message.SlotId;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.Progress;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.study.state.TrialStatus;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts the view of a trial to its wire form. */
public final class TrialViewCodec {

  private TrialViewCodec() {}

  /**
   * The view, its values in the user's direction.
   *
   * @param state after the decision
   * @param at tuner time of the decision
   */
  public static TrialView toWire(StudyState state, Trial trial, Instant at) {
    Objective objective = state.spec().objective();
    List<LevelValue> levels = trial.levels();
    Map<String, Double> values = new LinkedHashMap<>(levels.size() * 2);
    Double newest = null;
    for (LevelValue level : levels) {
      newest = objective.raw(level.value());
      values.put(Long.toString(level.level()), newest);
    }
    return new TrialView(
        state.spec().study(),
        state.incarnation(),
        trial.number(),
        toWire(trial.status()),
        ConfigurationCodec.toWire(trial.configuration()),
        trial.origin(),
        trial.bracket(),
        trial.rung(),
        trial.attempt(),
        trial.failures(),
        trial.revivals(),
        trial.resource(),
        values,
        newest,
        trial.isLive() ? trial.slot().map(SlotId::worker).orElse("") : "",
        CheckpointCodec.toWire(trial.checkpoint()),
        trial.reason(),
        trial.progress().flatMap(Progress::rejection).orElse(""),
        state.sequence(),
        at,
        CommandCodec.toWire(state.spec().step()));
  }

  /** The step of a view's resources. */
  public static ResourceStep step(TrialView view) {
    return view.getResourceStep() == null
        ? ResourceStep.ONE
        : new ResourceStep(BigDecimal.valueOf(view.getResourceStep()));
  }

  /**
   * Whether the views of a trial before and after a decision differ only in the decision's number
   * and time. A trial's configuration and origin never change.
   */
  public static boolean looksTheSame(Trial before, Trial after) {
    return before.status() == after.status()
        && before.bracket() == after.bracket()
        && before.rung() == after.rung()
        && before.attempt() == after.attempt()
        && before.failures() == after.failures()
        && before.revivals() == after.revivals()
        && before.levels().equals(after.levels())
        && before.slot().equals(after.slot())
        && before.checkpoint().equals(after.checkpoint())
        && before.reason().equals(after.reason())
        && before
            .progress()
            .flatMap(Progress::rejection)
            .equals(after.progress().flatMap(Progress::rejection));
  }

  /** The status' wire form. */
  public static io.flexhb.avro.TrialStatus toWire(TrialStatus status) {
    return switch (status) {
      case PENDING -> io.flexhb.avro.TrialStatus.PENDING;
      case RUNNING -> io.flexhb.avro.TrialStatus.RUNNING;
      case PAUSED -> io.flexhb.avro.TrialStatus.PAUSED;
      case STOPPED -> io.flexhb.avro.TrialStatus.STOPPED;
      case DISCARDED -> io.flexhb.avro.TrialStatus.DISCARDED;
      case COMPLETED -> io.flexhb.avro.TrialStatus.COMPLETED;
      case FAILED -> io.flexhb.avro.TrialStatus.FAILED;
    };
  }
}
