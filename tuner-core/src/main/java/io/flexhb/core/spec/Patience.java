package io.flexhb.core.spec;

/**
 * How long the tuner waits, and how often it tries.
 *
 * @param maxAttempts attempts of one trial that may fail or be lost before the trial is FAILED
 * @param leaseMillis silence after which a live attempt is suspected
 * @param startMillis time within which a grant must be started
 * @param waitMillis after which a parked slot repeats its ask
 * @param stallMillis after which a trial is FAILED whose reports do not advance
 * @param suggestionMillis after which a pending suggestion is replaced by a random one
 */
public record Patience(
    int maxAttempts,
    long leaseMillis,
    long startMillis,
    long waitMillis,
    long stallMillis,
    long suggestionMillis) {

  /** The defaults; see docs/study-file.md. */
  public static final Patience DEFAULT = new Patience(3, 30_000, 60_000, 5_000, 600_000, 10_000);

  /**
   * @throws IllegalArgumentException when one of them is below 1
   */
  public Patience {
    if (maxAttempts < 1
        || leaseMillis < 1
        || startMillis < 1
        || waitMillis < 1
        || stallMillis < 1
        || suggestionMillis < 1) {
      throw new IllegalArgumentException("all bounds must be at least 1");
    }
  }
}
