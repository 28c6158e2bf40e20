package io.flexhb.core.study;

import io.flexhb.core.fidelity.Measurements;
import io.flexhb.core.space.Configuration;
import io.flexhb.core.space.Encoder;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.rule.SuggestionRules;
import io.flexhb.core.study.state.ImportedConfiguration;
import io.flexhb.core.study.state.LevelValue;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.Suggestions;
import io.flexhb.core.study.state.Trial;
import io.flexhb.core.surrogate.CpuYield;
import java.util.Map;

/**
 * The data of a study for samplers. Built off the deciding thread, because it visits every trial.
 */
public final class StudySnapshot {

  private static final int TRIALS_AT_A_TIME = 100;

  private StudySnapshot() {}

  /**
   * The values at each fidelity level, the failures, and the configurations still in training
   * (docs/algorithms.md section 5).
   */
  public static Measurements measurements(StudyState state) {
    return measurements(state, Map.of());
  }

  /**
   * As {@link #measurements(StudyState)}, with suggestions that are not in the state yet.
   *
   * @param answered suggestions for pending requests, by request
   */
  public static Measurements measurements(StudyState state, Map<Long, Configuration> answered) {
    Measurements.Builder builder =
        Measurements.builder(new Encoder(state.spec().space()), state.spec().fidelityLevels());
    for (Trial trial : state.trials()) {
      if (trial.number() % TRIALS_AT_A_TIME == 0) {
        CpuYield.letOthersRun();
      }
      add(builder, trial, state.spec());
    }
    for (ImportedConfiguration known : state.imports().configurations()) {
      if (known.number() % TRIALS_AT_A_TIME == 0) {
        CpuYield.letOthersRun();
      }
      add(builder, known, state.spec());
    }
    // Treated as in training, so that the next suggestion differs. Numbers below 0 belong to no //
    // trial.
    answered.forEach((request, configuration) -> builder.running(-1 - request, configuration));
    for (Suggestions.Prepared next : SuggestionRules.fresh(state)) {
      next.candidates().stream()
          .filter(c -> !state.isKnown(c.canonical()))
          .findFirst()
          .ifPresent(c -> builder.running(-1 - next.request(), c));
    }
    return builder
        .rungLevels(state.spec().ladder().rungLevels())
        .weightHorizon(state.weightHorizon())
        .existing(state::isKnown)
        .build();
  }

  private static void add(
      Measurements.Builder builder, ImportedConfiguration known, StudySpec spec) {
    for (LevelValue value : known.levels()) {
      builder.value(value.level(), known.dataNumber(), known.configuration(), value.value());
    }
    known
        .failedAt()
        .ifPresent(at -> failed(builder, at, known.dataNumber(), known.configuration(), spec));
  }

  private static void failed(
      Measurements.Builder builder,
      long from,
      long number,
      Configuration configuration,
      StudySpec spec) {
    spec.fidelityLevels().stream()
        .filter(level -> level >= from)
        .forEach(level -> builder.failed(level, number, configuration));
  }

  private static void add(Measurements.Builder builder, Trial trial, StudySpec spec) {
    for (LevelValue value : trial.levels()) {
      // At the largest resource, the last value of a trainer that converged is data too.
      boolean isData = value.measured() || value.level() == spec.ladder().maxResource();
      // An earlier build may have kept values below the smallest resource.
      if (isData && spec.fidelityLevels().contains(value.level())) {
        builder.value(value.level(), trial.number(), trial.configuration(), value.value());
      }
    }
    trial
        .failedAt()
        .ifPresent(at -> failed(builder, at, trial.number(), trial.configuration(), spec));
    boolean onItsWay =
        switch (trial.status()) {
          case PENDING, RUNNING -> trial.valueAt(spec.ladder().maxResource()).isEmpty();
          case PAUSED, STOPPED, DISCARDED, COMPLETED, FAILED -> false;
        };
    if (onItsWay) {
      builder.running(trial.number(), trial.configuration());
    }
  }
}
