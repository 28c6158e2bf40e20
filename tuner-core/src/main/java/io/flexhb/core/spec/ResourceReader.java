package io.flexhb.core.spec;

import io.flexhb.core.fidelity.ResourceLadder;
import io.flexhb.core.fidelity.ResourceStep;
import io.flexhb.core.space.Problem;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads {@code resource} and all other amounts in its unit: only here the user's amounts become
 * whole units.
 *
 * @param ladder empty when there was a problem
 * @param unit name of the resource's unit, for display
 * @param step empty when it was given and is not valid
 */
record ResourceReader(Optional<ResourceLadder> ladder, String unit, Optional<ResourceStep> step) {
  /** Keeps products of trials and resource far below the largest long. */
  private static final long LARGEST = 1_000_000_000;

  /** Significant digits of a step: all amounts are then exact as doubles. */
  private static final int MOST_DIGITS = 6;

  private static final int LARGEST_ETA = 100;

  /** Trials of one bracket. */
  private static final long MOST_TRIALS = 100_000;

  static ResourceReader read(Section root) {
    root.require("resource", "give at least max, the most that one trial is trained");
    Optional<Section> section = root.section("resource");
    if (section.isEmpty()) {
      return new ResourceReader(Optional.empty(), "", Optional.of(ResourceStep.ONE));
    }
    Section s = section.get();
    s.require("max", "give the most that one trial is trained, for example 27");
    ResourceReader counting = new ResourceReader(Optional.empty(), unit(s), step(s));
    OptionalLong max = counting.units(s, "max", LARGEST);
    OptionalLong min = counting.units(s, "min", LARGEST);
    OptionalLong eta = s.whole("eta", 2, LARGEST_ETA);
    s.done();
    boolean bad =
        max.isEmpty()
            || (min.isEmpty() && s.keys().contains("min"))
            || (eta.isEmpty() && s.keys().contains("eta"));
    return bad
        ? counting
        : counting.with(counting.ladder(s, max.getAsLong(), (int) eta.orElse(3), min.orElse(1)));
  }

  private static String unit(Section s) {
    if (s.any("unit").filter(Number.class::isInstance).isPresent()) {
      s.problem(
          "unit",
          "is what people call the resource, such as epochs; to count in steps of "
              + Section.shown(s.any("unit").get())
              + " write step: "
              + s.any("unit").get());
      return "";
    }
    return s.text("unit", StudySpecReader.NAME, StudySpecReader.NAME_HOW).orElse("units");
  }

  private static Optional<ResourceStep> step(Section s) {
    if (s.any("step").isEmpty()) {
      return Optional.of(ResourceStep.ONE);
    }
    Optional<BigDecimal> size = s.decimal("step");
    if (size.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal step = size.get().stripTrailingZeros();
    if (step.signum() <= 0 || step.compareTo(BigDecimal.valueOf(LARGEST)) > 0) {
      s.problem("step", "must be above 0 and at most " + LARGEST + ", was " + size.get());
      return Optional.empty();
    }
    if (step.precision() > MOST_DIGITS) {
      s.problem(
          "step",
          "has more than "
              + MOST_DIGITS
              + " digits, was "
              + size.get()
              + "; count in a rounder one, such as "
              + step.round(new java.math.MathContext(2)).stripTrailingZeros().toPlainString());
      return Optional.empty();
    }
    return Optional.of(new ResourceStep(step));
  }

  private ResourceReader with(Optional<ResourceLadder> found) {
    return new ResourceReader(found, unit, step);
  }

  private Optional<ResourceLadder> ladder(Section s, long max, int eta, long min) {
    if (min > max) {
      s.problem("min", "must not exceed max " + shown(max) + ", was " + shown(min));
      return Optional.empty();
    }
    return Optional.of(new ResourceLadder(max, eta, min));
  }

  /** The amount under a key in whole units, at least 1. */
  OptionalLong units(Section s, String key, long most) {
    Optional<Object> value = s.any(key);
    return value.isEmpty() ? OptionalLong.empty() : units(s, key, value.get(), most);
  }

  /** One amount under a key, or in its list, in whole units, at least 1. */
  OptionalLong units(Section s, String key, Object value, long most) {
    if (step.isEmpty()) {
      // Any number is accepted.
      s.number(key, value);
      return OptionalLong.empty();
    }
    if (step.get().isOne()) {
      return fraction(s, key, value) ? OptionalLong.empty() : s.whole(key, value, 1, most);
    }
    Optional<BigDecimal> amount = s.decimal(key, value);
    if (amount.isEmpty()) {
      return OptionalLong.empty();
    }
    OptionalLong units = step.get().units(amount.get());
    if (units.isEmpty()) {
      s.problem(
          key,
          "must be a multiple of step "
              + step.get()
              + ", was "
              + value
              + "; write "
              + step.get().nearest(amount.get()));
    } else if (units.getAsLong() < 1 || units.getAsLong() > most) {
      s.problem(key, "must be from " + shown(1) + " to " + shown(most) + ", was " + value);
      return OptionalLong.empty();
    }
    return units;
  }

  /** Whether the amount is a fraction without a step; reports how to set one. */
  private static boolean fraction(Section s, String key, Object value) {
    if (!(value instanceof Number number) || !Double.isFinite(number.doubleValue())) {
      return false;
    }
    double amount = number.doubleValue();
    boolean fraction = amount > 0 && amount < LARGEST && amount != Math.rint(amount);
    if (fraction) {
      s.problem(
          key,
          "must be a whole number, was "
              + value
              + "; to count in fractions say in which, such as resource: {step: 0.1}");
    }
    return fraction;
  }

  /** Whether amounts are units. */
  boolean countsInOnes() {
    return step.filter(ResourceStep::isOne).isPresent();
  }

  /** Units as the user writes them. */
  String shown(long units) {
    return step.orElse(ResourceStep.ONE).text(units);
  }

  /** A problem if the longest bracket is used and is too large. */
  Optional<Problem> tooManyTrials(Method.Brackets brackets) {
    if (ladder.isEmpty() || brackets == Method.Brackets.NONE) {
      return Optional.empty();
    }
    double trials = StrictMath.pow(ladder.get().eta(), ladder.get().sMax());
    return trials <= MOST_TRIALS
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "resource.max",
                "makes "
                    + (ladder.get().sMax() + 1)
                    + " rung levels, too many: the first bracket would start "
                    + (long) trials
                    + " trials, more than "
                    + MOST_TRIALS
                    + "; raise min or eta, or count in a larger unit"));
  }
}
