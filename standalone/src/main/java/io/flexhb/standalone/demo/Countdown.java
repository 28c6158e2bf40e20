package io.flexhb.standalone.demo;

import io.flexhb.core.study.state.StudyState;
import java.util.Locale;
import java.util.Optional;

/** A progress bar of a study, with the time left at the speed so far. */
final class Countdown {

  private static final int WIDEST = 60;

  /** Width of the text beside the bar. */
  private static final int WORDS = 30;

  /** Below this share the start-up of the trainers dominates, so no time is estimated. */
  private static final double TOO_EARLY = 0.02;

  /** The line; empty when no limit defines the amount of work. */
  Optional<String> line(StudyState state, double seconds, int columns) {
    return done(state).map(share -> line(share, seconds, columns));
  }

  static String line(double share, double seconds, int columns) {
    int width = Math.max(5, Math.min(WIDEST, columns - WORDS));
    int full = (int) Math.round(share * width);
    String rest =
        share >= 1
            ? ""
            : share < TOO_EARLY
                ? "  time left: not known yet"
                : String.format(
                    Locale.ROOT, "  about %s left", time(seconds * (1 - share) / share));
    return "█".repeat(full)
        + "░".repeat(width - full)
        + String.format(Locale.ROOT, " %3.0f %%%s", 100 * share, rest);
  }

  private static Optional<Double> done(StudyState state) {
    if (state.spec().limits().budget().isPresent()) {
      double budget = state.spec().limits().budget().getAsLong();
      return Optional.of(Math.min(1, state.budget().spent() / budget));
    }
    if (state.spec().limits().trials().isPresent()) {
      double trials = state.spec().limits().trials().getAsInt();
      return Optional.of(Math.min(1, state.trials().size() / trials));
    }
    return Optional.empty();
  }

  private static String time(double seconds) {
    long whole = Math.max(1, Math.round(seconds));
    return whole < 100 ? whole + " s" : (whole + 30) / 60 + " min";
  }
}
