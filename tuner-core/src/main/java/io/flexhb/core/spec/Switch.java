package io.flexhb.core.spec;

import io.flexhb.core.sampler.SamplerType;
import io.flexhb.core.sampler.Samplers;
import io.flexhb.core.spec.SwitchKind.ListOf;
import io.flexhb.core.spec.SwitchKind.Real;
import io.flexhb.core.spec.SwitchKind.Whole;
import io.flexhb.core.spec.SwitchKind.Words;
import io.flexhb.core.spec.SwitchKind.WordsOrList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Every switch of the method: name, values, and what it needs to have an effect. */
enum Switch {
  BRACKET_SIZING("bracket.sizing", Words.of("floor", "ceil"), Scope.BRACKETS),
  BUDGET_TAIL("budget.tail", Words.of("plan", "none"), Scope.ALWAYS),
  GLOSH_LAMBDA("glosh.lambda", new ListOf(new Real(0, 1)), Scope.GLOSH),
  GLOSH_POOL_MAX("glosh.pool.max", new Whole(1, Integer.MAX_VALUE), Scope.GLOSH),
  FLEXBAND_DECIDE("flexband.decide", Words.of("bracket", "loop"), Scope.FLEXBAND),
  FLEXBAND_WARMUP("flexband.warmup", Words.of("pair", "all"), Scope.FLEXBAND),
  FLEXBAND_WARMUP_TRIALS("flexband.warmup.trials", new Whole(2, 1_000_000), Scope.FLEXBAND),
  FLEXBAND_THRESHOLD("flexband.threshold", new Real(-1, 1), Scope.FLEXBAND),
  FGF_LEVELS(
      "fgf.levels",
      new WordsOrList(
          Words.of("uniform", "rungs", "paper-list"), new ListOf(new Whole(1, Integer.MAX_VALUE))),
      Scope.ALWAYS),
  FGF_MAX_LEVELS("fgf.maxLevels", new Whole(1, 1000), Scope.ALWAYS),
  FGF_TARGETS("fgf.targets", Words.of("quantile", "z"), Scope.SAMPLER),
  FGF_PK("fgf.pK", Words.of("generalisation", "literal", "mfes"), Scope.SAMPLER),
  FGF_GAMMA("fgf.gamma", new Real(0, 100), Scope.SAMPLER),
  FUSION("fusion", Words.of("weighted-sum", "gpoe"), Scope.SAMPLER),
  FAILED("failed", Words.of("worst", "drop"), Scope.SAMPLER),
  INCUMBENT("incumbent", Words.of("measured", "fused"), Scope.SAMPLER),
  LOCAL_SEARCH("localSearch", Words.of("one-exchange", "none"), Scope.SAMPLER),
  LOCAL_SEARCH_DISTANCE("localSearch.distance", new Real(0, 1), Scope.SAMPLER),
  PENDING("pending", Words.of("median", "none"), Scope.SAMPLER),
  RANDOM_FRACTION("randomFraction", new Real(0, 1), Scope.SAMPLER);

  /** What a switch needs to have an effect. */
  private enum Scope {
    ALWAYS(""),
    BRACKETS("brackets: single, hyperband or flexband"),
    FLEXBAND("brackets: flexband"),
    GLOSH("promotion: glosh"),
    /** The samplers that have the switch. */
    SAMPLER("a sampler that has it");

    private final String needs;

    Scope(String needs) {
      this.needs = needs;
    }
  }

  private final String key;
  private final SwitchKind kind;
  private final Scope scope;

  Switch(String key, SwitchKind kind, Scope scope) {
    this.key = key;
    this.kind = kind;
    this.scope = scope;
  }

  String key() {
    return key;
  }

  SwitchKind kind() {
    return kind;
  }

  /** What it needs to have an effect, as text. */
  String needs() {
    if (scope != Scope.SAMPLER) {
      return scope.needs;
    }
    List<String> having =
        Samplers.types().stream()
            .filter(type -> type.switches().contains(key))
            .map(SamplerType::name)
            .toList();
    return "sampler: " + String.join(" or ", having);
  }

  /** Whether it has an effect in a study with these parts. */
  boolean hasEffect(SamplerType sampler, Method.Brackets brackets, Method.Promotion promotion) {
    return switch (scope) {
      case ALWAYS -> true;
      case BRACKETS -> brackets != Method.Brackets.NONE;
      case FLEXBAND -> brackets == Method.Brackets.FLEXBAND;
      case GLOSH -> promotion == Method.Promotion.GLOSH;
      case SAMPLER -> sampler.switches().contains(key);
    };
  }

  static Optional<Switch> named(String key) {
    return Arrays.stream(values()).filter(s -> s.key.equals(key)).findFirst();
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(Switch::key).toList();
  }
}
