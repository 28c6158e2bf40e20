package io.flexhb.core.spec;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which of the values that a trial reported up to a level counts as its value there.
 *
 * @param kind how the value is computed
 * @param reports number of reports in it; 1 unless it is a mean
 */
public record Strategy(Kind kind, int reports) {

  /** How a value is computed. */
  public enum Kind {
    /** The one reported at the level. */
    LAST,
    /** The best one up to it. */
    BEST,
    /** The mean of the newest up to it. */
    MEAN
  }

  /** Most values that each trial keeps. */
  static final int MOST_REPORTS = 100;

  /** The value reported at the level, which is the default. */
  public static final Strategy LAST = new Strategy(Kind.LAST, 1);

  /** The best value up to the level. */
  public static final Strategy BEST = new Strategy(Kind.BEST, 1);

  private static final String MEAN_OF_LAST = "mean-of-last-";
  private static final Pattern MEAN = Pattern.compile(MEAN_OF_LAST + "(\\d{1,3})");

  /** The mean of the newest values. */
  public static Strategy meanOfLast(int reports) {
    return new Strategy(Kind.MEAN, reports);
  }

  static Optional<Strategy> read(Section section, String key) {
    Optional<String> text = section.text(key);
    Optional<Strategy> strategy = text.flatMap(Strategy::named);
    if (text.isPresent() && strategy.isEmpty()) {
      section.problem(
          key,
          "must be last, best or "
              + MEAN_OF_LAST
              + "K with K from 2 to "
              + MOST_REPORTS
              + ", such as "
              + MEAN_OF_LAST
              + "5, was "
              + Section.shown(text.get()));
    }
    return strategy;
  }

  private static Optional<Strategy> named(String text) {
    Matcher mean = MEAN.matcher(text);
    if (mean.matches()) {
      int reports = Integer.parseInt(mean.group(1));
      return reports < 2 || reports > MOST_REPORTS
          ? Optional.empty()
          : Optional.of(meanOfLast(reports));
    }
    return switch (text) {
      case "last" -> Optional.of(LAST);
      case "best" -> Optional.of(BEST);
      default -> Optional.empty();
    };
  }

  /** Whether the value reported at a level is that of the level, and no other matters. */
  public boolean isLast() {
    return kind == Kind.LAST;
  }

  /** A description of the value of a trial at a level. */
  public String described() {
    return switch (kind) {
      case LAST -> "the value reported there";
      case BEST -> "the best of its values up to there";
      case MEAN -> "the mean of its last " + reports + " values up to there";
    };
  }

  /** As a study file writes it. */
  @Override
  public String toString() {
    return switch (kind) {
      case LAST -> "last";
      case BEST -> "best";
      case MEAN -> MEAN_OF_LAST + reports;
    };
  }
}
