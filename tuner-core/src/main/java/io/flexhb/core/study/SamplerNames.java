package io.flexhb.core.study;

import io.flexhb.core.sampler.Samplers;
import java.util.List;

/** The samplers a study may name. */
final class SamplerNames {
  static final String RANDOM = "random";

  /** Ready to be used. */
  static final List<String> AVAILABLE = Samplers.names();

  /** Named by presets; those not available yet are a clear error instead of an unknown name. */
  static final List<String> PLANNED =
      List.of("mfes", "joint", "bohb", "bohb-rf", "smac", "batch-bo", "tse");

  private SamplerNames() {}

  /** Whether the sampler looks at no values. */
  static boolean isModelFree(String sampler) {
    return Samplers.isModelFree(sampler);
  }

  /** Whether it may be used now. */
  static boolean isAvailable(String sampler) {
    return AVAILABLE.contains(sampler);
  }
}
