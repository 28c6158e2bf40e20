package io.flexhb.core.spec;

import io.flexhb.core.spec.Method.Brackets;
import io.flexhb.core.spec.Method.Promotion;
import io.flexhb.core.spec.Method.Stopping;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A name for a whole method (docs/algorithms.md section 7): a sampler, an arrangement of brackets,
 * a rule of promotion, one of stopping, and switches that differ from the defaults.
 */
public enum Preset {
  RANDOM("random", "random", Brackets.NONE, Promotion.SH, Stopping.NONE, Map.of()),
  HYPERBAND(
      "hyperband",
      "random",
      Brackets.HYPERBAND,
      Promotion.SH,
      Stopping.NONE,
      Map.of("budget.tail", "none")),
  SMAC("smac", "smac", Brackets.NONE, Promotion.SH, Stopping.NONE, Map.of()),
  BATCH_BO("batch-bo", "batch-bo", Brackets.NONE, Promotion.SH, Stopping.NONE, Map.of()),
  BOHB("bohb", "bohb", Brackets.HYPERBAND, Promotion.SH, Stopping.NONE, Map.of()),
  BOHB_RF("bohb-rf", "bohb-rf", Brackets.HYPERBAND, Promotion.SH, Stopping.NONE, Map.of()),
  MFES_HB(
      "mfes-hb",
      "mfes",
      Brackets.HYPERBAND,
      Promotion.SH,
      Stopping.NONE,
      Map.of(
          "fgf.targets", "z",
          "fusion", "gpoe",
          "fgf.pK", "mfes",
          "incumbent", "fused",
          "localSearch", "one-exchange")),
  BOMS("boms", "smac", Brackets.NONE, Promotion.SH, Stopping.MEDIAN, Map.of()),
  BOCF("bocf", "smac", Brackets.NONE, Promotion.SH, Stopping.CURVE, Map.of()),
  TSE("tse", "tse", Brackets.NONE, Promotion.SH, Stopping.NONE, Map.of()),
  ASHA("asha", "random", Brackets.SINGLE, Promotion.ASHA, Stopping.NONE, Map.of()),
  FLEXHB("flexhb", "fgf", Brackets.FLEXBAND, Promotion.GLOSH, Stopping.NONE, Map.of()),
  FLEXHB_PAPER(
      "flexhb-paper",
      "fgf",
      Brackets.FLEXBAND,
      Promotion.GLOSH,
      Stopping.NONE,
      Map.ofEntries(
          Map.entry("fgf.targets", "z"),
          Map.entry("fgf.levels", "paper-list"),
          Map.entry("fgf.pK", "literal"),
          Map.entry("fusion", "gpoe"),
          Map.entry("incumbent", "fused"),
          Map.entry("localSearch", "one-exchange"),
          Map.entry("localSearch.distance", "0.0"),
          Map.entry("flexband.decide", "loop"),
          Map.entry("flexband.warmup", "all"),
          Map.entry("budget.tail", "none"))),
  FLEXHB_JOINT(
      "flexhb-joint", "joint", Brackets.FLEXBAND, Promotion.GLOSH, Stopping.NONE, Map.of());

  private final String key;
  private final String sampler;
  private final Brackets brackets;
  private final Promotion promotion;
  private final Stopping stopping;
  private final Map<String, String> switches;

  Preset(
      String key,
      String sampler,
      Brackets brackets,
      Promotion promotion,
      Stopping stopping,
      Map<String, String> switches) {
    this.key = key;
    this.sampler = sampler;
    this.brackets = brackets;
    this.promotion = promotion;
    this.stopping = stopping;
    this.switches = switches;
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

  Stopping stopping() {
    return stopping;
  }

  /** Canonical text by name of switch. */
  Map<String, String> switches() {
    return switches;
  }

  static Optional<Preset> named(String key) {
    return Arrays.stream(values()).filter(p -> p.key.equals(key)).findFirst();
  }

  public static List<String> keys() {
    return Arrays.stream(values()).map(Preset::key).toList();
  }
}
