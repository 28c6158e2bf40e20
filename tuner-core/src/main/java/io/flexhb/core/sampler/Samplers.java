package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.FgfOptions;
import io.flexhb.core.surrogate.FgfOptions.Failed;
import io.flexhb.core.surrogate.FgfOptions.FullWeight;
import io.flexhb.core.surrogate.FgfOptions.Fusion;
import io.flexhb.core.surrogate.FgfOptions.Incumbent;
import io.flexhb.core.surrogate.FgfOptions.LocalSearch;
import io.flexhb.core.surrogate.FgfOptions.Pending;
import io.flexhb.core.surrogate.SurrogateCache;
import io.flexhb.core.surrogate.Targets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** All samplers by the names and switches of a study's definition. */
public final class Samplers {
  private static final List<String> NAMES =
      List.of(
          "random", "sobol", "fgf", "mfes", "joint", "bohb", "bohb-rf", "smac", "batch-bo", "tse");

  private Samplers() {}

  /** All names. */
  public static List<String> names() {
    return NAMES;
  }

  /** Whether it looks at no values, so that the switches of the models mean nothing to it. */
  public static boolean isModelFree(String name) {
    return name.equals("random") || name.equals("sobol");
  }

  /** Whether it looks at values that trials had between rungs. */
  public static boolean looksBetweenRungs(String name) {
    return name.equals("fgf") || name.equals("joint") || name.equals("tse");
  }

  /**
   * What the model of a sampler needs.
   *
   * @param dimensions of the search space
   * @return empty for a sampler without a model
   * @throws IllegalArgumentException when the name is unknown
   */
  public static Optional<ModelNeeds> modelNeeds(String name, int dimensions) {
    return switch (name) {
      case "random", "sobol" -> Optional.empty();
      case "fgf", "mfes", "joint" -> Optional.of(new ModelNeeds(3, 1, true));
      case "bohb" -> Optional.of(new ModelNeeds(BohbSampler.needed(dimensions), 0, true));
      case "bohb-rf", "smac", "batch-bo" -> Optional.of(new ModelNeeds(3, 3, false));
      case "tse" -> Optional.of(new ModelNeeds(3, 3, true));
      default -> throw unknown(name);
    };
  }

  /** Whether it starts with a Sobol sequence rather than with random draws. */
  public static boolean startsWithSobol(String name) {
    return name.equals("sobol") || name.equals("smac");
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        "no sampler '" + name + "'; there are " + String.join(", ", NAMES));
  }

  /**
   * A sampler for a study.
   *
   * @param name one of {@link #names}
   * @param switches switches by their full name ({@code fgf.targets}); others than the sampler's
   *     are ignored, and those not given have the value of the published method
   * @param cache used by samplers with models; only changes their cost
   * @throws IllegalArgumentException when the name or a value is unknown
   */
  public static Sampler create(String name, Map<String, String> switches, SurrogateCache cache) {
    return switch (name) {
      case "random" -> new RandomSampler();
      case "sobol" -> new SobolSampler();
      case "fgf" -> new FgfSampler(options(FgfOptions.defaults(), switches), cache);
      case "mfes" -> new MfesSampler(options(FgfOptions.mfes(), switches), cache);
      case "joint" -> new JointSampler(options(JointSampler.defaultOptions(), switches), cache);
      case "bohb" ->
          new BohbSampler(
              number(switches, "randomFraction", FgfOptions.defaults().randomFraction()));
      case "bohb-rf" -> new BohbRfSampler(options(BohbRfSampler.defaultOptions(), switches), cache);
      case "smac" -> new SmacSampler(options(SmacSampler.defaultOptions(), switches), cache);
      case "batch-bo" ->
          new BatchBoSampler(options(BatchBoSampler.defaultOptions(), switches), cache);
      case "tse" -> new TseSampler(options(BohbRfSampler.defaultOptions(), switches));
      default -> throw unknown(name);
    };
  }

  /** These options with the given switches. */
  static FgfOptions options(FgfOptions defaults, Map<String, String> switches) {
    FgfOptions options = defaults;
    options = set(options, switches, "fgf.targets", Targets.class, FgfOptions::withTargets);
    if (switches.containsKey("fgf.targets")) {
      // z targets of different levels are not comparable to a measured one.
      options =
          options.withIncumbent(
              options.targets() == Targets.Z ? Incumbent.FUSED : Incumbent.MEASURED);
    }
    options = set(options, switches, "fgf.pK", FullWeight.class, FgfOptions::withFullWeight);
    options = set(options, switches, "fusion", Fusion.class, FgfOptions::withFusion);
    options = set(options, switches, "failed", Failed.class, FgfOptions::withFailed);
    options = set(options, switches, "incumbent", Incumbent.class, FgfOptions::withIncumbent);
    options = set(options, switches, "localSearch", LocalSearch.class, FgfOptions::withLocalSearch);
    options = set(options, switches, "pending", Pending.class, FgfOptions::withPending);
    return options
        .withGamma(number(switches, "fgf.gamma", options.gamma()))
        .withRandomFraction(number(switches, "randomFraction", options.randomFraction()));
  }

  private static <E extends Enum<E>> FgfOptions set(
      FgfOptions options,
      Map<String, String> switches,
      String key,
      Class<E> type,
      BiFunction<FgfOptions, E, FgfOptions> with) {
    String given = switches.get(key);
    if (given == null) {
      return options;
    }
    for (E value : type.getEnumConstants()) {
      if (word(value).equals(given)) {
        return with.apply(options, value);
      }
    }
    throw new IllegalArgumentException(
        key
            + " must be "
            + Arrays.stream(type.getEnumConstants())
                .map(Samplers::word)
                .collect(Collectors.joining(" or "))
            + ", was '"
            + given
            + "'");
  }

  private static double number(Map<String, String> switches, String key, double otherwise) {
    String given = switches.get(key);
    try {
      return given == null ? otherwise : Double.parseDouble(given);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " must be a number, was '" + given + "'", e);
    }
  }

  /** GENERALISATION is written generalisation, ONE_EXCHANGE one-exchange. */
  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
