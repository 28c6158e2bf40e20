package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.SurrogateCache;
import io.flexhb.core.surrogate.Targets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The samplers a study may name. A sampler that is not here cannot be chosen. */
public final class Samplers {
  private static final List<String> NAMES = List.of("random", "sobol", "fgf");

  private Samplers() {}

  /** All names. */
  public static List<String> names() {
    return NAMES;
  }

  /** Whether it looks at no values, so that the switches of the models mean nothing to it. */
  public static boolean isModelFree(String name) {
    return name.equals("random") || name.equals("sobol");
  }

  /**
   * A sampler.
   *
   * @param name one of {@link #names}
   * @param switches name to text, as a study's method holds them; others are left alone
   * @param cache used by samplers with models; only changes their cost
   * @throws IllegalArgumentException for any other name, or a value that a switch does not have
   */
  public static Sampler create(String name, Map<String, String> switches, SurrogateCache cache) {
    return switch (name) {
      case "random" -> new RandomSampler();
      case "sobol" -> new SobolSampler();
      case "fgf" -> new FgfSampler(options(FgfOptions.defaults(), switches), cache);
      default ->
          throw new IllegalArgumentException(
              "no sampler '" + name + "'; there are " + String.join(", ", NAMES));
    };
  }

  /** The options that the switches of a study stand for. */
  static FgfOptions options(FgfOptions defaults, Map<String, String> switches) {
    FgfOptions options = defaults;
    options =
        value(switches, "fgf.targets", Targets.class).map(options::withTargets).orElse(options);
    options =
        value(switches, "failed", FgfOptions.Failed.class).map(options::withFailed).orElse(options);
    options =
        value(switches, "fgf.pK", FgfOptions.FullWeight.class)
            .map(options::withFullWeight)
            .orElse(options);
    options =
        value(switches, "fusion", FgfOptions.Fusion.class).map(options::withFusion).orElse(options);
    options =
        value(switches, "incumbent", FgfOptions.Incumbent.class)
            .map(options::withIncumbent)
            .orElse(options);
    options =
        value(switches, "pending", FgfOptions.Pending.class)
            .map(options::withPending)
            .orElse(options);
    return value(switches, "localSearch", FgfOptions.LocalSearch.class)
        .map(options::withLocalSearch)
        .orElse(options);
  }

  private static <E extends Enum<E>> Optional<E> value(
      Map<String, String> switches, String name, Class<E> type) {
    return Optional.ofNullable(switches.get(name))
        .map(text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_')));
  }
}
