package io.flexhb.service.metrics;

import io.flexhb.core.study.StateChanges;
import io.flexhb.core.study.StudyInsight;
import io.flexhb.core.study.decision.Decision;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.Suggestions;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What the meters know about one study. Its stream thread changes it and scrapes read it; any
 * thread may take away its label.
 */
final class KnownStudy {

  /** The state after the last decision. */
  record Seen(StudyState state, StudyTotals sums, SortedMap<Long, Double> weights) {}

  private record Computed(StudyState of, StudyInsight insight) {}

  private final Meters meters;

  private volatile StudyStatus status;
  private volatile StudyTotals sums;

  /** Present only for a study with a label: the others need not stay in the heap. */
  private volatile Optional<Labelled> labelled = Optional.empty();

  private int labelsSeen = -1;

  /** Shared by all studies. */
  record Meters(MeterRegistry registry, StudyLabels labels) {}

  /** Kept only while the study has a label. */
  private static final class Labelled {
    private final StudyGauges gauges;
    private final StudyCounters counters;
    private volatile Seen seen;
    private volatile Optional<Computed> computed = Optional.empty();

    Labelled(StudyGauges gauges, StudyCounters counters, Seen seen) {
      this.gauges = gauges;
      this.counters = counters;
      this.seen = seen;
    }
  }

  /** A study as loaded or just created. */
  KnownStudy(Meters meters, StudyState state) {
    this.meters = meters;
    this.status = state.status();
    this.sums = StudyTotals.of(state);
    claim(state);
  }

  boolean isOver() {
    return status.isOver();
  }

  StudyStatus status() {
    return status;
  }

  StudyTotals sums() {
    return sums;
  }

  boolean isLabelled() {
    return labelled.isPresent();
  }

  /**
   * A decision changed the study.
   *
   * @param others counters of the studies without a label
   */
  void decided(
      Optional<StudyState> before,
      StudyState after,
      Decision decision,
      StateChanges changes,
      Supplier<StudyCounters> others) {
    sums = before.isEmpty() ? StudyTotals.of(after) : sums.after(before, after, changes);
    boolean ended = after.status().isOver() && !status.isOver();
    status = after.status();
    if (labelled.isEmpty() && labelsSeen != meters.labels().changes()) {
      claim(after);
    }
    Optional<Labelled> own = labelled;
    if (own.isPresent()) {
      Labelled label = own.get();
      SortedMap<Long, Double> weights = weights(decision).orElse(label.seen.weights());
      label.seen = new Seen(after, sums, weights);
      label.gauges.complete(label.seen);
    }
    own.map(label -> label.counters).orElseGet(others).count(before, after, decision.facts());
    if (ended) {
      meters.labels().mayBeTaken();
    }
  }

  private void claim(StudyState state) {
    labelsSeen = meters.labels().changes();
    if (meters.labels().claim(this)) {
      Seen seen = new Seen(state, sums, weights(state));
      Labelled label =
          new Labelled(
              new StudyGauges(meters.registry(), this, state.spec()),
              StudyCounters.of(meters.registry(), state),
              seen);
      labelled = Optional.of(label);
      label.gauges.complete(seen);
    }
  }

  /** Level weights of a suggestion that the decision received. */
  private static Optional<SortedMap<Long, Double>> weights(Decision decision) {
    return decision.facts().stream()
        .filter(Fact.SuggestionPrepared.class::isInstance)
        .map(Fact.SuggestionPrepared.class::cast)
        .flatMap(f -> LevelWeightText.read(f.prepared().explanation()).stream())
        .reduce((earlier, later) -> later);
  }

  /** Level weights of the newest suggestion that is ready. */
  private static SortedMap<Long, Double> weights(StudyState state) {
    SortedMap<Long, Double> weights = new TreeMap<>();
    for (Suggestions.Prepared prepared : state.suggestions().prepared().values()) {
      weights = LevelWeightText.read(prepared.explanation()).orElse(weights);
    }
    return weights;
  }

  /** The state after the last decision; empty without a label. */
  Optional<Seen> seen() {
    return labelled.map(label -> label.seen);
  }

  /** The current insight, computed once for all gauges of a scrape; empty without a label. */
  Optional<StudyInsight> insight() {
    return labelled.map(
        label -> {
          StudyState state = label.seen.state();
          Optional<Computed> known = label.computed;
          if (known.isEmpty() || known.get().of() != state) {
            known = Optional.of(new Computed(state, StudyInsight.of(state)));
            label.computed = known;
          }
          return known.get().insight();
        });
  }

  /** Removes its meters; the study counts among the others from now on. */
  void unlabel() {
    Optional<Labelled> removed = labelled;
    labelled = Optional.empty();
    removed.ifPresent(
        label -> {
          label.gauges.remove();
          label.counters.remove();
        });
  }

  /** The study was deleted, or moved to another tuner. */
  void remove() {
    unlabel();
    meters.labels().release(this);
  }
}
