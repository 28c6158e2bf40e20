package io.flexhb.core.sampler;

/**
 * Chooses configurations. Implementations are stateless: the same context gives the same
 * suggestion, on any thread, in any JVM.
 */
public interface Sampler {

  /** The name under which a study selects it. */
  String name();

  /** The best configurations to try next, all of them new; possibly none. */
  Suggestion suggest(SamplerContext context);
}
