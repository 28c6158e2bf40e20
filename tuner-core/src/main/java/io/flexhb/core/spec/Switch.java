package io.flexhb.core.spec;

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
  FGF_TARGETS("fgf.targets", Words.of("quantile", "z"), Scope.FOREST),
  FGF_PK("fgf.pK", Words.of("generalisation", "literal", "mfes"), Scope.FIDELITIES),
  FGF_GAMMA("fgf.gamma", new Real(0, 100), Scope.FIDELITIES),
  FUSION("fusion", Words.of("weighted-sum", "gpoe"), Scope.FIDELITIES),
  FAILED("failed", Words.of("worst", "drop"), Scope.FOREST),
  INCUMBENT("incumbent", Words.of("measured", "fused"), Scope.FOREST),
  LOCAL_SEARCH("localSearch", Words.of("one-exchange", "none"), Scope.FOREST),
  PENDING("pending", Words.of("median", "none"), Scope.FOREST),
  RANDOM_FRACTION("randomFraction", new Real(0, 1), Scope.MODEL);

  /** Without which a switch would do nothing. */
  enum Scope {
    ALWAYS(""),
    BRACKETS("brackets: single, hyperband or flexband"),
    FLEXBAND("brackets: flexband"),
    GLOSH("promotion: glosh"),
    MODEL("a sampler with a model"),
    FOREST("a sampler with forests"),
    FIDELITIES("sampler: fgf or mfes");

    private final String needs;

    Scope(String needs) {
      this.needs = needs;
    }

    String needs() {
      return needs;
    }

    boolean holds(String sampler, Method.Brackets brackets, Method.Promotion promotion) {
      return switch (this) {
        case ALWAYS -> true;
        case BRACKETS -> brackets != Method.Brackets.NONE;
        case FLEXBAND -> brackets == Method.Brackets.FLEXBAND;
        case GLOSH -> promotion == Method.Promotion.GLOSH;
        case MODEL -> !Samplers.isModelFree(sampler);
        case FOREST -> !Samplers.isModelFree(sampler) && !sampler.equals("bohb");
        case FIDELITIES -> sampler.equals("fgf") || sampler.equals("mfes");
      };
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

  Scope scope() {
    return scope;
  }

  static Optional<Switch> named(String key) {
    return Arrays.stream(values()).filter(s -> s.key.equals(key)).findFirst();
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(Switch::key).toList();
  }
}
