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

/** What happened to one study, or to all that have no label of their own. Thread-safe. */
final class StudyCounters {

  /** What is counted, and the label it is counted by besides the study; empty = none. */
  private enum Kind {
    DECISIONS("flexhb.study.decisions", "Decisions that changed the study", ""),
    VALUES("flexhb.study.values", "Reports that brought a value at a fidelity level", ""),
    STOPS("flexhb.study.stops", "Trials stopped, by the level they stopped at", "level"),
    PROMOTIONS("flexhb.study.promotions", "Trials kept at a rung, by the level they left", "level"),
    REVIVALS(
        "flexhb.study.revivals",
        "Stopped trials that came back, by the level they had stopped at",
        "level"),
    BRACKETS("flexhb.study.brackets", "Brackets opened, by the level they start at", "start"),
    REARRANGED(
        "flexhb.study.brackets.rearranged", "Brackets opened in the place of another one", ""),
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

  /** Whether each level has a counter of its own: of other studies there is no end of them. */
  private final boolean byLevel;

  /** In what levels are shown. */
  private final ResourceStep step;

  private final Map<Key, Counter> counters = new ConcurrentHashMap<>();

  private StudyCounters(MeterRegistry registry, String study, boolean byLevel, ResourceStep step) {
    this.registry = registry;
    this.study = study;
    this.byLevel = byLevel;
    this.step = step;
  }

  /** Of one study; those it will need are there from the start, so that none begins at one. */
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

  /** Of all studies without a label of their own. */
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
