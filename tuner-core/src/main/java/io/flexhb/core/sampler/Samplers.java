package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.SurrogateCache;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All samplers. To add one, write a class that describes itself and add a line here. */
public final class Samplers {
  private static final List<SamplerType> TYPES =
      List.of(
          RandomSampler.TYPE,
          SobolSampler.TYPE,
          FgfSampler.TYPE,
          MfesSampler.TYPE,
          JointSampler.TYPE,
          BohbSampler.TYPE,
          BohbRfSampler.TYPE,
          SmacSampler.TYPE,
          BatchBoSampler.TYPE,
          TseSampler.TYPE);

  private Samplers() {}

  /** All of them. */
  public static List<SamplerType> types() {
    return TYPES;
  }

  /** All names. */
  public static List<String> names() {
    return TYPES.stream().map(SamplerType::name).toList();
  }

  /** The sampler of that name. */
  public static Optional<SamplerType> named(String name) {
    return TYPES.stream().filter(type -> type.name().equals(name)).findFirst();
  }

  /**
   * The sampler of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static SamplerType require(String name) {
    return named(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no sampler '" + name + "'; there are " + String.join(", ", names())));
  }

  /**
   * A sampler for a study.
   *
   * @param name one of {@link #names}
   * @param switches the study's switches, by their full name; those of other samplers are ignored
   * @param cache used by samplers with models; only changes their cost
   * @throws IllegalArgumentException when the name or a value is unknown
   */
  public static Sampler create(String name, Map<String, String> switches, SurrogateCache cache) {
    return require(name).maker().apply(new SamplerSwitches(switches), cache);
  }
}
