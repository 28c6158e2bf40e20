package io.flexhb.core.spec;

import io.flexhb.core.random.CounterRandom;
import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.schedule.BracketPlan;
import io.flexhb.core.space.Problem;
import io.flexhb.core.space.SearchSpace;
import io.flexhb.core.space.Validated;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes a {@link StudySpec} of a tree of maps, lists, strings, numbers and booleans: the content of
 * a study YAML or JSON.
 */
public final class StudySpecReader {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  /** Names that trainers print as {@code name=value}. */
  static final Pattern NAME = Pattern.compile("[^\\s\\p{Cntrl}=,]{1,100}");

  /** Names of metrics, which platforms choose: {@code f1@[IoU=0.5]}. */
  private static final Pattern METRIC = Pattern.compile("[^\\s\\p{Cntrl}]{1,100}");

  static final String NAME_HOW = "use 1 to 100 characters without blanks, '=' and ','";

  /** The limits that end a study. */
  private static final List<String> ENDS =
      List.of("budget", "trials", "loops", "deadline", "target");

  /** A study that is not paused however many trials fail. */
  static final String NEVER = "none";

  /** The rules for checking a definition. */
  public enum Rules {
    /** All current rules. */
    TODAY,
    /** The rules at the creation of the study: new rules do not invalidate a running study. */
    WHEN_MADE
  }

  private StudySpecReader() {}

  /** The spec, or all problems of the tree at once, each with its path and the fix. */
  public static Validated<StudySpec> read(Map<String, ?> tree) {
    return read(tree, Rules.TODAY);
  }

  /** The spec of a study that was accepted before, by this build or an earlier one. */
  public static Validated<StudySpec> readStored(Map<String, ?> tree) {
    return read(tree, Rules.WHEN_MADE);
  }

  private static Validated<StudySpec> read(Map<String, ?> tree, Rules rules) {
    List<Problem> problems = new ArrayList<>();
    Section root = Section.root(tree, problems);
    root.require("study", "name the study");
    Optional<String> study =
        root.text("study", ID, "use 1 to 100 of the characters A-Z a-z 0-9 . _ -");
    Optional<Objective> objective = objective(root);
    ResourceReader resource = ResourceReader.read(root);
    long seed = root.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(0);
    Optional<SearchSpace> space = SpaceReader.read(root, problems);
    MethodReader method = MethodReader.read(root, rules, resource);
    resource.tooManyTrials(method.brackets()).ifPresent(problems::add);
    Limits limits = limits(root, resource);
    Optional<Section> suggestion = root.section("suggestion");
    Patience patience = patience(root, suggestion);
    int ahead =
        toInt(suggestion.map(s -> s.whole("ahead", 0, 1000)).orElse(OptionalLong.empty()))
            .orElse(StudySpec.DEFAULT_SUGGESTIONS_AHEAD);
    suggestion.ifPresent(Section::done);
    root.done();
    if (!problems.isEmpty()) {
      return new Validated.Invalid<>(problems);
    }
    StudySpec spec =
        new StudySpec(
            study.orElseThrow(),
            objective.orElseThrow(),
            resource.ladder().orElseThrow(),
            resource.unit(),
            resource.step().orElseThrow(),
            method.fidelityLevels(),
            space.orElseThrow(),
            seed,
            method.method(),
            limits,
            patience,
            ahead);
    List<Problem> contradictions =
        rules == Rules.TODAY && leavesNothing(spec.space())
            ? List.of(new Problem("forbidden", "leaves no configuration; remove an entry"))
            : contradictions(spec);
    return contradictions.isEmpty()
        ? new Validated.Valid<>(spec)
        : new Validated.Invalid<>(contradictions);
  }

  private static Optional<Objective> objective(Section root) {
    root.require("objective", "give its metric and direction");
    Optional<Section> section = root.section("objective");
    if (section.isEmpty()) {
      return Optional.empty();
    }
    Section s = section.get();
    s.require("metric", "name the metric that trainers report");
    s.require("direction", "say minimize or maximize");
    Optional<String> metric = s.text("metric", METRIC, "use 1 to 100 characters without blanks");
    Optional<String> direction = s.word("direction", List.of("minimize", "maximize"));
    boolean stands =
        s.word("converged", List.of("stands", "fails")).map("stands"::equals).orElse(true);
    Strategy strategy = Strategy.read(s, "strategy").orElse(Strategy.LAST);
    s.done();
    return metric.flatMap(
        m ->
            direction.map(
                d ->
                    new Objective(
                        m,
                        Objective.Direction.valueOf(d.toUpperCase(Locale.ROOT)),
                        stands,
                        strategy)));
  }

  private static Limits limits(Section root, ResourceReader resource) {
    String how = "set at least one of " + String.join(", ", ENDS) + ", else it never ends";
    root.require("limits", how);
    Optional<Section> section = root.section("limits");
    if (section.isEmpty()) {
      return new Limits(
          OptionalLong.empty(),
          OptionalInt.empty(),
          OptionalInt.empty(),
          OptionalLong.empty(),
          OptionalDouble.empty(),
          OptionalInt.empty());
    }
    Section s = section.get();
    if (s.keys().isEmpty()) {
      root.problem("limits", "is empty; " + how);
    } else if (s.keys().equals(Set.of("failures"))) {
      root.problem("limits", "has only failures, which pauses the study; " + how);
    }
    Limits limits =
        new Limits(
            resource.units(s, "budget", Long.MAX_VALUE / 4),
            toInt(s.whole("trials", 1, Integer.MAX_VALUE)),
            toInt(s.whole("loops", 1, Integer.MAX_VALUE)),
            s.duration("deadline"),
            s.number("target"),
            failures(s));
    s.done();
    return limits;
  }

  private static OptionalInt failures(Section limits) {
    return limits.any("failures").isEmpty()
        ? OptionalInt.of(Limits.DEFAULT_FAILURES)
        : toInt(limits.wholeOr(NEVER, "failures", 1, Integer.MAX_VALUE));
  }

  private static Patience patience(Section root, Optional<Section> suggestion) {
    Patience d = Patience.DEFAULT;
    Optional<Section> trial = root.section("trial");
    Patience patience =
        new Patience(
            toInt(trial.map(t -> t.whole("maxAttempts", 1, 1000)).orElse(OptionalLong.empty()))
                .orElse(d.maxAttempts()),
            duration(trial, "lease", d.leaseMillis()),
            duration(trial, "startTimeout", d.startMillis()),
            duration(trial, "wait", d.waitMillis()),
            duration(trial, "stallTimeout", d.stallMillis()),
            duration(suggestion, "timeout", d.suggestionMillis()));
    trial.ifPresent(Section::done);
    return patience;
  }

  private static long duration(Optional<Section> section, String key, long otherwise) {
    return section.map(s -> s.duration(key)).orElse(OptionalLong.empty()).orElse(otherwise);
  }

  /** Problems that show only in the complete definition. */
  private static List<Problem> contradictions(StudySpec spec) {
    BracketPlan first = spec.arrangement().get(0);
    OptionalLong budget = spec.limits().budget();
    boolean planned = spec.method().plansTail();
    long least = planned ? spec.ladder().maxResource() : first.firstRungCost();
    if (budget.isPresent() && budget.getAsLong() < least) {
      String what =
          planned
              ? "one trial to the largest resource"
              : "the first rung " + first.rungs().get(0).text(spec.step());
      return List.of(
          new Problem(
              "limits.budget",
              "must be at least "
                  + spec.shown(least)
                  + ", was "
                  + spec.shown(budget.getAsLong())
                  + "; else not even "
                  + what
                  + " fits and the study ends before its first trial"));
    }
    Optional<Problem> levels = StoppingNeeds.tooFewLevels(spec);
    if (levels.isPresent()) {
      return List.of(levels.get());
    }
    OptionalDouble target = spec.limits().target();
    if (target.isPresent()) {
      return StoppingNeeds.fault(spec, spec.objective().minimised(target.getAsDouble())).stream()
          .map(fault -> new Problem("limits.target", "was " + target.getAsDouble() + "; " + fault))
          .toList();
    }
    return List.of();
  }

  /** Whether all configurations are forbidden, or so many that draws find none. */
  private static boolean leavesNothing(SearchSpace space) {
    return !space.forbidden().isEmpty()
        && RandomSampler.draw(space, key -> false, CounterRandom.of(0, "forbidden", 0)).isEmpty();
  }

  private static OptionalInt toInt(OptionalLong value) {
    return value.isPresent()
        ? OptionalInt.of(Math.toIntExact(value.getAsLong()))
        : OptionalInt.empty();
  }
}
