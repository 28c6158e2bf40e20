package io.flexhb.core.sampler;

import io.flexhb.core.surrogate.EnsembleOptions;
import io.flexhb.core.surrogate.EnsembleOptions.Failed;
import io.flexhb.core.surrogate.EnsembleOptions.FullWeight;
import io.flexhb.core.surrogate.EnsembleOptions.Fusion;
import io.flexhb.core.surrogate.EnsembleOptions.Incumbent;
import io.flexhb.core.surrogate.EnsembleOptions.Pending;
import io.flexhb.core.surrogate.Targets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The switches of a study for samplers. Other switches are ignored, and switches that are not given
 * have the value of the published method.
 *
 * @param given by their full name ({@code fgf.targets})
 */
public record SamplerSwitches(Map<String, String> given) {
  static final String TARGETS = "fgf.targets";
  static final String FULL_WEIGHT = "fgf.pK";
  static final String GAMMA = "fgf.gamma";
  static final String FUSION = "fusion";
  static final String FAILED = "failed";
  static final String INCUMBENT = "incumbent";
  static final String PENDING = "pending";
  static final String LOCAL_SEARCH = "localSearch";
  static final String LOCAL_SEARCH_DISTANCE = "localSearch.distance";
  static final String RANDOM_FRACTION = "randomFraction";

  /** The switches of a sampler with one forest on full-fidelity values. */
  static final Set<String> OF_ONE_FOREST =
      Set.of(
          TARGETS,
          FAILED,
          INCUMBENT,
          PENDING,
          LOCAL_SEARCH,
          LOCAL_SEARCH_DISTANCE,
          RANDOM_FRACTION);

  /** The switches of a sampler with a forest for each of several fidelities. */
  static final Set<String> OF_FIDELITIES =
      Set.of(
          TARGETS,
          FULL_WEIGHT,
          GAMMA,
          FUSION,
          FAILED,
          INCUMBENT,
          PENDING,
          LOCAL_SEARCH,
          LOCAL_SEARCH_DISTANCE,
          RANDOM_FRACTION);

  /** The share of random draws in FlexHB (section 6 of docs/algorithms.md). */
  public static final double DEFAULT_RANDOM_FRACTION = 0.2;

  /** The values of {@code localSearch}. */
  private enum LocalSearch {
    ONE_EXCHANGE,
    NONE
  }

  public SamplerSwitches {
    given = Map.copyOf(given);
  }

  /** The options changed by the given switches. */
  EnsembleOptions ensemble(EnsembleOptions defaults) {
    EnsembleOptions.Change change = defaults.change();
    word(TARGETS, Targets.class)
        .ifPresent(
            targets -> {
              change.targets(targets);
              // z targets of different levels are not comparable to a measured one.
              change.incumbent(targets == Targets.Z ? Incumbent.FUSED : Incumbent.MEASURED);
            });
    set(FULL_WEIGHT, FullWeight.class, change::fullWeight);
    set(FUSION, Fusion.class, change::fusion);
    set(FAILED, Failed.class, change::failed);
    set(INCUMBENT, Incumbent.class, change::incumbent);
    set(PENDING, Pending.class, change::pending);
    return change.gamma(number(GAMMA, defaults.gamma())).done();
  }

  /** The search changed by the given switches. */
  AcquisitionSearch search(AcquisitionSearch defaults) {
    return defaults
        .refining(localSearch(defaults.refines()))
        .apart(number(LOCAL_SEARCH_DISTANCE, defaults.minDistance()));
  }

  /** Whether the best candidates are refined. */
  boolean localSearch(boolean otherwise) {
    return word(LOCAL_SEARCH, LocalSearch.class)
        .map(word -> word == LocalSearch.ONE_EXCHANGE)
        .orElse(otherwise);
  }

  /** Share of suggestions that are random draws. */
  double randomFraction(double otherwise) {
    return number(RANDOM_FRACTION, otherwise);
  }

  private <E extends Enum<E>> void set(String key, Class<E> type, Consumer<E> to) {
    word(key, type).ifPresent(to);
  }

  private <E extends Enum<E>> Optional<E> word(String key, Class<E> type) {
    String text = given.get(key);
    if (text == null) {
      return Optional.empty();
    }
    for (E value : type.getEnumConstants()) {
      if (word(value).equals(text)) {
        return Optional.of(value);
      }
    }
    throw new IllegalArgumentException(
        key
            + " must be "
            + Arrays.stream(type.getEnumConstants())
                .map(SamplerSwitches::word)
                .collect(Collectors.joining(" or "))
            + ", was '"
            + text
            + "'");
  }

  private double number(String key, double otherwise) {
    String text = given.get(key);
    try {
      return text == null ? otherwise : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " must be a number, was '" + text + "'", e);
    }
  }

  /** GENERALISATION is written generalisation, ONE_EXCHANGE one-exchange. */
  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
