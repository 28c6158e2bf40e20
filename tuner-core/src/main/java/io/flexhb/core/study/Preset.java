package io.flexhb.core.study;

import io.flexhb.core.study.Method.Brackets;
import io.flexhb.core.study.Method.Promotion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A name for a whole method (ALGORITHMS section 7): a sampler, an arrangement of brackets, a rule
 * of promotion, and switches that differ from the defaults.
 */
enum Preset {
  RANDOM("random", "random", Brackets.NONE, Promotion.SH, Map.of(), ""),
  HYPERBAND("hyperband", "random", Brackets.HYPERBAND, Promotion.SH, Map.of(), ""),
  SMAC("smac", "smac", Brackets.NONE, Promotion.SH, Map.of(), ""),
  BATCH_BO("batch-bo", "batch-bo", Brackets.NONE, Promotion.SH, Map.of(), ""),
  BOHB("bohb", "bohb", Brackets.HYPERBAND, Promotion.SH, Map.of(), ""),
  BOHB_RF("bohb-rf", "bohb-rf", Brackets.HYPERBAND, Promotion.SH, Map.of(), ""),
  MFES_HB(
      "mfes-hb",
      "mfes",
      Brackets.HYPERBAND,
      Promotion.SH,
      Map.of(
          "fgf.targets", "z",
          "fusion", "gpoe",
          "fgf.pK", "mfes",
          "incumbent", "fused",
          "localSearch", "one-exchange"),
      ""),
  BOMS("boms", "smac", Brackets.NONE, Promotion.SH, Map.of(), "median stopping"),
  BOCF("bocf", "smac", Brackets.NONE, Promotion.SH, Map.of(), "curve-fit stopping"),
  TSE("tse", "tse", Brackets.NONE, Promotion.SH, Map.of(), ""),
  ASHA("asha", "random", Brackets.SINGLE, Promotion.ASHA, Map.of(), ""),
  FLEXHB("flexhb", "fgf", Brackets.FLEXBAND, Promotion.GLOSH, Map.of(), ""),
  FLEXHB_PAPER(
      "flexhb-paper",
      "fgf",
      Brackets.FLEXBAND,
      Promotion.GLOSH,
      Map.of(
          "fgf.targets", "z",
          "fgf.levels", "paper-list",
          "fgf.pK", "literal",
          "fusion", "gpoe",
          "incumbent", "fused",
          "localSearch", "one-exchange",
          "flexband.decide", "loop",
          "flexband.warmup", "all"),
      ""),
  FLEXHB_JOINT("flexhb-joint", "joint", Brackets.FLEXBAND, Promotion.GLOSH, Map.of(), "");

  private final String key;
  private final String sampler;
  private final Brackets brackets;
  private final Promotion promotion;
  private final Map<String, String> switches;
  private final String missing;

  Preset(
      String key,
      String sampler,
      Brackets brackets,
      Promotion promotion,
      Map<String, String> switches,
      String missing) {
    this.key = key;
    this.sampler = sampler;
    this.brackets = brackets;
    this.promotion = promotion;
    this.switches = switches;
    this.missing = missing;
  }

  String key() {
    return key;
  }

  String sampler() {
    return sampler;
  }

  Brackets brackets() {
    return brackets;
  }

  Promotion promotion() {
    return promotion;
  }

  /** Canonical text by name of switch. */
  Map<String, String> switches() {
    return switches;
  }

  /** The part of it that the tuner cannot do yet, empty when it can do all. */
  String missing() {
    return missing;
  }

  static Optional<Preset> named(String key) {
    return Arrays.stream(values()).filter(p -> p.key.equals(key)).findFirst();
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(Preset::key).toList();
  }

  /** Presets that work as they are. */
  static List<String> available() {
    return Arrays.stream(values()).filter(p -> p.missing.isEmpty()).map(Preset::key).toList();
  }
}
