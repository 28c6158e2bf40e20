package io.flexhb.core.spec;

import io.flexhb.core.fidelity.FidelityLevels;
import io.flexhb.core.fidelity.ResourceLadder;
import io.flexhb.core.sampler.RandomSampler;
import io.flexhb.core.sampler.SamplerType;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.schedule.FlexBand;
import io.flexhb.core.schedule.GloSH;
import io.flexhb.core.schedule.HyperBand;
import io.flexhb.core.spec.Method.Brackets;
import io.flexhb.core.spec.Method.Promotion;
import io.flexhb.core.spec.Method.Stopping;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads {@code algorithm}, the four choices and the {@code switches}. */
final class MethodReader {
  private final Section root;
  private final StudySpecReader.Rules rules;
  private final Preset preset;
  private SamplerType sampler = RandomSampler.TYPE;
  private Brackets brackets = Brackets.NONE;
  private Promotion promotion = Promotion.SH;
  private Stopping stopping = Stopping.NONE;
  private final SortedMap<String, String> switches = new TreeMap<>();
  private final ResourceReader resource;
  private final Optional<ResourceLadder> ladder;

  private MethodReader(
      Section root, StudySpecReader.Rules rules, Preset preset, ResourceReader resource) {
    this.root = root;
    this.rules = rules;
    this.preset = preset;
    this.resource = resource;
    this.ladder = resource.ladder();
  }

  /** Reads the method and reports all problems; the result is usable only when there are none. */
  static MethodReader read(Section root, StudySpecReader.Rules rules, ResourceReader resource) {
    String name = root.text("algorithm").orElse(Preset.FLEXHB.key());
    Optional<Preset> preset = Preset.named(name);
    if (preset.isEmpty()) {
      root.problem(
          "algorithm", "'" + name + "' is unknown; " + ClosestWord.hint(name, Preset.keys()));
    }
    MethodReader reader = new MethodReader(root, rules, preset.orElse(Preset.FLEXHB), resource);
    reader.readSampler();
    reader.readBrackets();
    reader.readPromotion();
    reader.readStopping();
    reader.readSwitches();
    return reader;
  }

  Method method() {
    return new Method(
        preset.key(),
        sampler.name(),
        brackets,
        HyperBand.Sizing.valueOf(value(Switch.BRACKET_SIZING, "floor")),
        promotion,
        stopping,
        lambdas(),
        poolMax(),
        new Method.FlexBandOptions(
            FlexBand.Decide.valueOf(value(Switch.FLEXBAND_DECIDE, "bracket")),
            FlexBand.WarmUp.valueOf(value(Switch.FLEXBAND_WARMUP, "pair")),
            text(Switch.FLEXBAND_WARMUP_TRIALS)
                .map(Integer::parseInt)
                .orElse(FlexBand.DEFAULT_WARM_UP_TRIALS),
            text(Switch.FLEXBAND_THRESHOLD)
                .map(Double::parseDouble)
                .orElse(FlexBand.DEFAULT_THRESHOLD)),
        switches);
  }

  Brackets brackets() {
    return brackets;
  }

  List<Long> fidelityLevels() {
    return ladder.orElseThrow().fidelityLevels(levelMode(), maxLevels());
  }

  private void readSampler() {
    String name = root.text("sampler").orElse(preset.sampler());
    Optional<SamplerType> known = Samplers.named(name);
    if (known.isEmpty()) {
      root.problem(
          "sampler", "'" + name + "' is unknown; " + ClosestWord.hint(name, Samplers.names()));
    }
    sampler = known.orElseGet(() -> Samplers.require(preset.sampler()));
  }

  private void readBrackets() {
    brackets =
        root.word("brackets", List.of("none", "single", "hyperband", "flexband"))
            .map(word -> Brackets.valueOf(upper(word)))
            .orElse(preset.brackets());
  }

  private void readPromotion() {
    Optional<String> given = root.text("promotion");
    List<String> words = List.of("sh", "glosh", "asha");
    // Without brackets no rung is ever decided.
    promotion = brackets == Brackets.NONE ? Promotion.SH : preset.promotion();
    if (given.isEmpty()) {
      return;
    }
    String word = given.get();
    if (!words.contains(word)) {
      root.problem("promotion", "'" + word + "' is unknown; " + ClosestWord.hint(word, words));
    } else if (!word.equals("sh") && brackets == Brackets.NONE) {
      root.problem(
          "promotion",
          "'"
              + word
              + "' has no effect without brackets; remove it, or set brackets: single, hyperband"
              + " or flexband");
    } else {
      promotion = Promotion.valueOf(upper(word));
    }
  }

  private void readStopping() {
    stopping =
        root.word("stopping", List.of("none", "median", "curve"))
            .map(word -> Stopping.valueOf(upper(word)))
            .orElse(preset.stopping());
  }

  private void readSwitches() {
    preset
        .switches()
        .forEach(
            (key, text) -> {
              if (Switch.named(key).orElseThrow().hasEffect(sampler, brackets, promotion)) {
                switches.put(key, text);
              }
            });
    root.section("switches").ifPresent(this::readSwitches);
    if (rules == StudySpecReader.Rules.TODAY) {
      // Written out with the study: a study older than this switch continues without it.
      switches.putIfAbsent(Switch.BUDGET_TAIL.key(), Method.PLANNED_TAIL);
    }
    checkLevels();
  }

  private void readSwitches(Section section) {
    for (String key : section.keys()) {
      Optional<Switch> known = Switch.named(key);
      if (known.isEmpty()) {
        section.problem(key, "is unknown; " + ClosestWord.hint(key, Switch.keys()));
        continue;
      }
      Switch named = known.get();
      section
          .any(key)
          .flatMap(
              value ->
                  named == Switch.FGF_LEVELS && value instanceof List<?> amounts
                      ? levels(section, key, amounts)
                      : named.kind().read(section, key, value))
          .ifPresent(text -> switches.put(key, text));
      if (rules == StudySpecReader.Rules.TODAY && !named.hasEffect(sampler, brackets, promotion)) {
        section.problem(key, "has no effect without " + named.needs() + "; remove it, or set that");
      }
    }
    checkLocalSearch(section);
    checkLambda(section);
  }

  /** Listed levels, as whole units. */
  private Optional<String> levels(Section section, String key, List<?> amounts) {
    if (resource.countsInOnes() || amounts.isEmpty()) {
      return Switch.FGF_LEVELS.kind().read(section, key, amounts);
    }
    List<String> units = new ArrayList<>();
    for (int i = 0; i < amounts.size(); i++) {
      resource
          .units(section, key + "[" + i + "]", amounts.get(i), Integer.MAX_VALUE)
          .ifPresent(unit -> units.add(Long.toString(unit)));
    }
    return units.size() == amounts.size() ? Optional.of(String.join(",", units)) : Optional.empty();
  }

  private void checkLocalSearch(Section section) {
    String key = Switch.LOCAL_SEARCH_DISTANCE.key();
    if (section.keys().contains(key)
        && sampler.switches().contains(key)
        && !sampler.refinesCandidates(switches)) {
      section.problem(
          key, "has no effect without localSearch: one-exchange; remove it, or set that");
    }
  }

  private void checkLambda(Section section) {
    Optional<String> lambda = text(Switch.GLOSH_LAMBDA);
    if (lambda.isEmpty() || ladder.isEmpty()) {
      return;
    }
    List<Long> rungs = ladder.get().rungLevels();
    int given = SwitchKind.ListOf.elements(lambda.get()).size();
    if (given != rungs.size() - 1) {
      section.problem(
          Switch.GLOSH_LAMBDA.key(),
          "must list "
              + (rungs.size() - 1)
              + " numbers, one for each rung level below the largest "
              + rungs.subList(0, rungs.size() - 1).stream().map(resource::shown).toList()
              + ", had "
              + given);
    }
  }

  private void checkLevels() {
    if (ladder.isEmpty()) {
      return;
    }
    long max = ladder.get().maxResource();
    int rungs = ladder.get().rungLevels().size();
    if (maxLevels() < rungs) {
      problem(Switch.FGF_MAX_LEVELS, "must be at least " + rungs + ", the number of rung levels");
    }
    if (levelMode() instanceof FidelityLevels.Explicit explicit) {
      long outside = explicit.levels().stream().filter(level -> level > max).count();
      TreeSet<Long> all = new TreeSet<>(ladder.get().rungLevels());
      all.addAll(explicit.levels());
      if (outside > 0) {
        problem(
            Switch.FGF_LEVELS,
            "must lie within "
                + resource.shown(1)
                + ".."
                + resource.shown(max)
                + " (resource.max)");
      } else if (all.size() > Math.max(maxLevels(), rungs)) {
        problem(
            Switch.FGF_LEVELS,
            "makes "
                + all.size()
                + " levels with the rungs, more than "
                + maxLevels()
                + "; list fewer, or raise fgf.maxLevels");
      }
    }
  }

  private void problem(Switch at, String message) {
    root.problem("switches." + at.key(), message);
  }

  private FidelityLevels levelMode() {
    String text = text(Switch.FGF_LEVELS).orElse(levelsOfMethod());
    return switch (text) {
      case "rungs" -> FidelityLevels.rungs();
      case "uniform" -> FidelityLevels.uniform();
      case "paper-list" -> FidelityLevels.paperList();
      default ->
          FidelityLevels.explicit(
              SwitchKind.ListOf.elements(text).stream().map(Long::valueOf).toList());
    };
  }

  /** The levels of the method: values that nothing uses would only fill the journal. */
  private String levelsOfMethod() {
    boolean between =
        sampler.has(SamplerType.Trait.LOOKS_BETWEEN_RUNGS) || stopping != Stopping.NONE;
    return between ? "uniform" : "rungs";
  }

  private int maxLevels() {
    return text(Switch.FGF_MAX_LEVELS)
        .map(Integer::parseInt)
        .orElse(ResourceLadder.DEFAULT_MAX_LEVELS);
  }

  private List<Double> lambdas() {
    Optional<String> given = text(Switch.GLOSH_LAMBDA);
    if (given.isEmpty()) {
      return GloSH.defaultLambdas(ladder.orElseThrow().rungLevels().size());
    }
    List<Double> lambdas = new ArrayList<>();
    SwitchKind.ListOf.elements(given.get()).forEach(t -> lambdas.add(Double.valueOf(t)));
    lambdas.add(0.0);
    return lambdas;
  }

  private OptionalInt poolMax() {
    return text(Switch.GLOSH_POOL_MAX)
        .map(t -> OptionalInt.of(Integer.parseInt(t)))
        .orElse(OptionalInt.empty());
  }

  private Optional<String> text(Switch key) {
    return Optional.ofNullable(switches.get(key.key()));
  }

  private String value(Switch key, String otherwise) {
    return upper(text(key).orElse(otherwise));
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
