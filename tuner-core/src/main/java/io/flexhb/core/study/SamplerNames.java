package io.flexhb.core.study;

import java.util.List;

/** The samplers a study may name. */
final class SamplerNames {
  static final String RANDOM = "random";

  /** Ready to be used. */
  static final List<String> AVAILABLE = List.of(RANDOM, "sobol", "fgf");

  /** Part of the method's comparison, not there yet. */
  static final List<String> PLANNED =
      List.of("mfes", "joint", "bohb", "bohb-rf", "smac", "batch-bo", "tse");

  private SamplerNames() {}

  /** Whether the sampler looks at no values. */
  static boolean isModelFree(String sampler) {
    return sampler.equals(RANDOM) || sampler.equals("sobol");
  }

  /** Whether it may be used now. */
  static boolean isAvailable(String sampler) {
    return AVAILABLE.contains(sampler);
  }
}
