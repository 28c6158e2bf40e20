package io.flexhb.service.metrics;

import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * The studies of all tasks of this tuner. A bounded number of them have meters under their own
 * name; the rest are summed under {@value StudyLabels#OTHER}. Thread-safe.
 */
final class AllStudies {

  private final MeterRegistry registry;
  private final boolean metered;
  private final KnownStudy.Meters meters;
  private final Set<KnownStudy> studies = ConcurrentHashMap.newKeySet();

  /** Present from the first study without a label on. */
  private volatile Optional<StudyCounters> others = Optional.empty();

  /**
   * @param metered whether the meters of studies are read
   * @param labels most studies with meters under their own name
   */
  AllStudies(MeterRegistry registry, boolean metered, int labels) {
    this.registry = registry;
    this.metered = metered;
    this.meters = new KnownStudy.Meters(registry, new StudyLabels(labels));
    for (StudyStatus status : StudyStatus.values()) {
      if (metered && status != StudyStatus.DELETED) {
        Gauge.builder(
                "flexhb.studies",
                studies,
                all -> all.stream().filter(study -> study.status() == status).count())
            .description("Studies of this tuner, by status")
            .tag("status", status.name().toLowerCase(Locale.ROOT))
            .register(registry);
      }
    }
  }

  boolean areMetered() {
    return metered;
  }

  KnownStudy know(StudyState state) {
    KnownStudy known = new KnownStudy(meters, state);
    studies.add(known);
    if (!known.isLabelled()) {
      others();
    }
    return known;
  }

  void forget(KnownStudy known) {
    studies.remove(known);
    known.remove();
  }

  /** Counters of the studies without a label. They and their gauges are registered on first use. */
  StudyCounters others() {
    Optional<StudyCounters> made = others;
    return made.isPresent() ? made.get() : makeOthers();
  }

  private synchronized StudyCounters makeOthers() {
    if (others.isEmpty()) {
      StudyGauges.SumGauges.register(
          (meter, description, tags, value) ->
              Gauge.builder(meter, studies, all -> sum(all, value))
                  .description(description)
                  .tags(tags.and("study", StudyLabels.OTHER))
                  .register(registry));
      others = Optional.of(StudyCounters.ofOthers(registry));
    }
    return others.get();
  }

  private static double sum(Set<KnownStudy> all, ToDoubleFunction<StudyTotals> value) {
    return all.stream()
        .filter(study -> !study.isLabelled())
        .mapToDouble(study -> value.applyAsDouble(study.sums()))
        .sum();
  }
}
