package io.flexhb.service.metrics;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the weights of the fidelity levels from a suggestion's explanation. */
final class LevelWeightText {

  private LevelWeightText() {}

  /**
   * The weight of each level; empty when the suggestion does not come from an ensemble of levels.
   */
  static Optional<SortedMap<Long, Double>> read(Map<String, String> explanation) {
    String levels = explanation.getOrDefault("levels", "");
    String weights = explanation.getOrDefault("weights", "");
    if (levels.isBlank() || weights.isBlank()) {
      return Optional.empty();
    }
    String[] level = levels.split(" ");
    String[] weight = weights.split(" ");
    if (level.length != weight.length) {
      return Optional.empty();
    }
    SortedMap<Long, Double> read = new TreeMap<>();
    try {
      for (int i = 0; i < level.length; i++) {
        read.put(Long.parseLong(level[i]), Double.parseDouble(weight[i]));
      }
    } catch (NumberFormatException ofAnotherSampler) {
      return Optional.empty();
    }
    return Optional.of(read);
  }
}
