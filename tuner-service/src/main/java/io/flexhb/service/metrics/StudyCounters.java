package io.flexhb.service.metrics;

import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.study.state.Fact;
import io.flexhb.core.study.state.StudyState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The counters of one study, or of all studies without their own label. Thread-safe. */
final class StudyCounters {

  /** What is counted, and the label besides the study; empty = none. */
  private enum Kind {
    DECISIONS("flexhb.study.decisions", "Decisions that changed the study", ""),
    VALUES("flexhb.study.values", "Reports with a value at a fidelity level", ""),
    STOPS("flexhb.study.stops", "Trials stopped, by the level at which they stopped", "level"),
    PROMOTIONS("flexhb.study.promotions", "Trials kept at a rung, by the level they left", "level"),
    REVIVALS(
        "flexhb.study.revivals",
        "Stopped trials that were revived, by the level at which they had stopped",
        "level"),
    BRACKETS("flexhb.study.brackets", "Brackets opened, by start level", "start"),
    REARRANGED("flexhb.study.brackets.rearranged", "Brackets opened in place of another one", ""),
    LOST("flexhb.study.attempts.lost", "Attempts that ended before their boundary", "blame"),
    CREATED("flexhb.study.new.trials", "New trials, by who chose the configuration", "source");

    private final String name;
    private final String description;
    private final String label;

    Kind(String name, String description, String label) {
      this.name = name;
      this.description = description;
      this.label = label;
    }
  }

  private record Key(Kind kind, String value) {}

  private final MeterRegistry registry;
  private final String study;

  /**
   * Whether each level has its own counter; over all other studies the number of levels is
   * unbounded.
   */
  private final boolean byLevel;

  /** The unit in which levels are shown. */
  private final ResourceStep step;

  private final Map<Key, Counter> counters = new ConcurrentHashMap<>();

  private StudyCounters(MeterRegistry registry, String study, boolean byLevel, ResourceStep step) {
    this.registry = registry;
    this.study = study;
    this.byLevel = byLevel;
    this.step = step;
  }

  /**
   * Counters of one study, all registered from the start so that none first appears with the value
   * one.
   */
  static StudyCounters of(MeterRegistry registry, StudyState state) {
    StudyCounters counters =
        new StudyCounters(registry, state.spec().study(), true, state.spec().step());
    counters.prepare();
    List<Long> levels = state.spec().ladder().rungLevels();
    for (Long level : levels.subList(0, levels.size() - 1)) {
      counters.at(Kind.STOPS, level);
      counters.at(Kind.PROMOTIONS, level);
      counters.at(Kind.REVIVALS, level);
    }
    state.spec().arrangement().forEach(plan -> counters.at(Kind.BRACKETS, plan.startLevel()));
    return counters;
  }

  /** Counters of all studies without their own label. */
  static StudyCounters ofOthers(MeterRegistry registry) {
    StudyCounters counters =
        new StudyCounters(registry, StudyLabels.OTHER, false, ResourceStep.ONE);
    counters.prepare();
    return counters;
  }

  private void prepare() {
    at(Kind.DECISIONS, "");
    at(Kind.VALUES, "");
    at(Kind.REARRANGED, "");
    for (Fact.Blame blame : Fact.Blame.values()) {
      at(Kind.LOST, lower(blame));
    }
    for (SuggestionOrigin origin : SuggestionOrigin.values()) {
      at(Kind.CREATED, lower(origin));
    }
  }

  /** A decision changed the study. */
  void count(Optional<StudyState> before, StudyState after, List<Fact> facts) {
    at(Kind.DECISIONS, "").increment();
    for (Fact fact : facts) {
      if (fact instanceof Fact.ValueRecorded) {
        at(Kind.VALUES, "").increment();
      } else if (fact instanceof Fact.Stopped stopped) {
        at(Kind.STOPS, stopped.level()).increment();
      } else if (fact instanceof Fact.StoppedEarly stopped) {
        at(Kind.STOPS, stopped.level()).increment();
      } else if (fact instanceof Fact.Promoted promoted) {
        at(promoted.revived() ? Kind.REVIVALS : Kind.PROMOTIONS, levelLeft(promoted, after))
            .increment();
      } else if (fact instanceof Fact.AttemptLost lost) {
        at(Kind.LOST, lower(lost.blame())).increment();
      } else if (fact instanceof Fact.TrialCreated created) {
        at(Kind.CREATED, lower(SuggestionOrigin.of(created, before, facts))).increment();
      } else if (fact instanceof Fact.BracketOpened opened) {
        at(Kind.BRACKETS, opened.plan().startLevel()).increment();
        at(Kind.REARRANGED, "").increment(opened.source() == opened.place() ? 0 : 1);
      }
    }
  }

  private static long levelLeft(Fact.Promoted promoted, StudyState after) {
    return after
        .brackets()
        .get(promoted.bracket())
        .plan()
        .rungs()
        .get(Math.max(0, promoted.rung() - 1))
        .resource();
  }

  private Counter at(Kind kind, long level) {
    return at(kind, byLevel ? step.text(level) : "");
  }

  private Counter at(Kind kind, String value) {
    return counters.computeIfAbsent(
        new Key(kind, value),
        key -> {
          Counter.Builder builder =
              Counter.builder(kind.name).description(kind.description).tag("study", study);
          return (kind.label.isEmpty() ? builder : builder.tag(kind.label, value))
              .register(registry);
        });
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  void remove() {
    counters.values().forEach(registry::remove);
  }
}
