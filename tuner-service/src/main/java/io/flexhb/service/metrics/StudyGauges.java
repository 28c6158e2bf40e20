package io.flexhb.service.metrics;

import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.schedule.Correlation;
import io.flexhb.core.spec.Method;
import io.flexhb.core.spec.StudySpec;
import io.flexhb.core.study.StudyInsight;
import io.flexhb.core.study.state.Bracket;
import io.flexhb.core.study.state.StudyState;
import io.flexhb.core.study.state.StudyStatus;
import io.flexhb.core.study.state.TrialStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The gauges of one study. A scrape reads their values from the newest state. A gauge without a
 * value at the start is registered once it has one.
 */
final class StudyGauges {

  private final MeterRegistry registry;
  private final KnownStudy study;
  private final String name;
  private final ResourceStep step;
  private final List<Meter> meters = new ArrayList<>();
  private final Set<Long> weighted = new TreeSet<>();
  private boolean hasBest;
  private boolean hasRegret;
  private boolean removed;

  StudyGauges(MeterRegistry registry, KnownStudy study, StudySpec spec) {
    this.registry = registry;
    this.study = study;
    this.name = spec.study();
    this.step = spec.step();
    for (StudyStatus status : StudyStatus.values()) {
      if (status != StudyStatus.DELETED) {
        ofState(
            "flexhb.study.status",
            "1 for the current status of the study, else 0",
            Tags.of("status", lower(status)),
            state -> state.status() == status ? 1 : 0);
      }
    }
    SumGauges.register(this::ofSums);
    schedule(spec);
  }

  private void schedule(StudySpec spec) {
    ofState("flexhb.study.open.brackets", "Open brackets", Tags.empty(), s -> s.open().size());
    ofState(
        "flexhb.study.workers",
        "Workers the tuner knows of",
        Tags.empty(),
        s -> s.slotTable().slots().keySet().map(slot -> slot.worker()).toSet().size());
    List<BracketPlan> table = spec.arrangement();
    for (int i = 0; i < table.size(); i++) {
      int place = i;
      ofInsight(
          "flexhb.study.bracket.start",
          "Current start level of the bracket at this place of the loop",
          Tags.of("place", Integer.toString(place)),
          insight -> spec.step().amount(insight.places().get(place).plan().startLevel()));
    }
    for (int i = 1; i < table.size() && spec.method().brackets() == Method.Brackets.FLEXBAND; i++) {
      int pair = i - 1;
      ofInsight(
          "flexhb.study.tau",
          "Kendall's tau between two adjacent start levels; 0 while no trial has values at both",
          Tags.of(
              "low", spec.shown(table.get(i - 1).startLevel()),
              "high", spec.shown(table.get(i).startLevel())),
          insight -> tau(insight.correlations(), pair));
    }
    List<Long> levels = spec.ladder().rungLevels();
    for (long level : levels) {
      rung(spec, level);
    }
    for (long level : levels.subList(0, levels.size() - 1)) {
      ofInsight(
          "flexhb.study.pool.trials",
          "Stopped trials that may be revived",
          Tags.of("level", spec.shown(level)),
          insight -> pool(insight, level));
    }
  }

  private void rung(StudySpec spec, long level) {
    String arrived = "Trials that have their value at a rung of an open bracket";
    Tags tags = Tags.of("level", spec.shown(level));
    if (spec.isAsynchronous()) {
      ofInsight("flexhb.study.rung.arrived", arrived, tags, i -> arrivedAsynchronously(i, level));
      return;
    }
    ofState("flexhb.study.rung.arrived", arrived, tags, state -> arrived(state, level));
    ofState(
        "flexhb.study.rung.waiting",
        "Trials in training for a rung of an open bracket",
        tags,
        state -> waiting(state, level));
  }

  /** Registers the gauges that have a value by now. Called only by the study's stream thread. */
  synchronized void complete(KnownStudy.Seen seen) {
    if (removed) {
      return;
    }
    if (!hasBest && seen.state().best().isPresent()) {
      hasBest = true;
      ofState(
          "flexhb.study.best",
          "Best objective at the largest resource, in the user's direction",
          Tags.empty(),
          StudyGauges::best);
    }
    if (!hasRegret && !Double.isNaN(seen.sums().firstBracketBest())) {
      hasRegret = true;
      gauge(
          "flexhb.study.first.bracket.regret",
          "How much worse the best of the first bracket is than the current best",
          Tags.empty(),
          known -> known.seen().map(StudyGauges::regret).orElse(Double.NaN));
    }
    for (long level : seen.weights().keySet()) {
      if (weighted.add(level)) {
        gauge(
            "flexhb.study.fidelity.weight",
            "Weight of a level's model in the newest suggestion",
            Tags.of("level", step.text(level)),
            known -> known.seen().map(s -> s.weights().getOrDefault(level, 0.0)).orElse(0.0));
      }
    }
  }

  private static double best(StudyState state) {
    return state.best().map(b -> state.spec().objective().raw(b.value())).orElse(Double.NaN);
  }

  private static double regret(KnownStudy.Seen seen) {
    return seen.state()
        .best()
        .map(best -> seen.sums().firstBracketBest() - best.value())
        .orElse(Double.NaN);
  }

  private static double tau(List<Correlation> correlations, int pair) {
    return pair < correlations.size() ? correlations.get(pair).tau() : 0;
  }

  private static double pool(StudyInsight insight, long level) {
    return insight.pools().stream()
        .filter(pool -> pool.level() == level)
        .mapToInt(StudyInsight.Pool::trials)
        .sum();
  }

  private static double arrivedAsynchronously(StudyInsight insight, long level) {
    return insight.rungs().stream()
        .filter(rung -> rung.level() == level)
        .mapToInt(rung -> rung.values() - rung.wentOn())
        .sum();
  }

  private static double arrived(StudyState state, long level) {
    return openAt(state, level, bracket -> bracket.members().size() - bracket.waiting());
  }

  private static double waiting(StudyState state, long level) {
    return openAt(state, level, Bracket::waiting);
  }

  private static int openAt(StudyState state, long level, Function<Bracket, Integer> count) {
    int sum = 0;
    for (int number : state.open()) {
      Bracket bracket = state.brackets().get(number);
      sum += bracket.level() == level ? count.apply(bracket) : 0;
    }
    return sum;
  }

  private void ofSums(
      String meter, String description, Tags tags, ToDoubleFunction<StudyTotals> value) {
    gauge(meter, description, tags, known -> value.applyAsDouble(known.sums()));
  }

  private void ofState(
      String meter, String description, Tags tags, ToDoubleFunction<StudyState> value) {
    gauge(
        meter,
        description,
        tags,
        known -> known.seen().map(s -> value.applyAsDouble(s.state())).orElse(Double.NaN));
  }

  private void ofInsight(
      String meter, String description, Tags tags, ToDoubleFunction<StudyInsight> value) {
    gauge(
        meter,
        description,
        tags,
        known -> known.insight().map(value::applyAsDouble).orElse(Double.NaN));
  }

  private void gauge(
      String meter, String description, Tags tags, ToDoubleFunction<KnownStudy> value) {
    meters.add(
        Gauge.builder(meter, study, value)
            .description(description)
            .tags(tags.and("study", name))
            .register(registry));
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  synchronized void remove() {
    removed = true;
    meters.forEach(registry::remove);
  }

  /** The gauges that are meaningful for many studies together. */
  static final class SumGauges {

    /** Registers one gauge. */
    interface Registration {
      void gauge(String meter, String description, Tags tags, ToDoubleFunction<StudyTotals> value);
    }

    private SumGauges() {}

    static void register(Registration to) {
      for (TrialStatus status : TrialStatus.values()) {
        to.gauge(
            "flexhb.study.trials",
            "Trials, by status",
            Tags.of("state", lower(status)),
            sums -> sums.trials(status));
      }
      String slots = "Slots of workers: busy = training, parked = waiting for an answer";
      to.gauge("flexhb.study.slots", slots, Tags.of("state", "busy"), StudyTotals::busy);
      to.gauge("flexhb.study.slots", slots, Tags.of("state", "parked"), StudyTotals::parked);
      to.gauge("flexhb.study.slots", slots, Tags.of("state", "idle"), StudyTotals::idle);
      to.gauge(
          "flexhb.study.resource.granted",
          "Resource granted minus resource returned, in units of the study",
          Tags.empty(),
          StudyTotals::granted);
      to.gauge(
          "flexhb.study.resource.trained",
          "Resource up to which trials have values, summed, in units of the study",
          Tags.empty(),
          StudyTotals::trained);
      to.gauge(
          "flexhb.study.resource.saved",
          "Further resource that training the stopped trials to the end would cost, in units of"
              + " the study",
          Tags.empty(),
          StudyTotals::saved);
      String ready = "Suggestions: asked of the sampler pool, ready for use, and enqueued by users";
      to.gauge("flexhb.study.suggestions", ready, Tags.of("state", "asked"), StudyTotals::pending);
      to.gauge("flexhb.study.suggestions", ready, Tags.of("state", "ready"), StudyTotals::prepared);
      to.gauge(
          "flexhb.study.suggestions", ready, Tags.of("state", "enqueued"), StudyTotals::enqueued);
    }
  }
}
