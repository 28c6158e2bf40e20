package io.flexhb.standalone.doctor;

import java.util.Optional;

/**
 * The finding of one check.
 *
 * @param check its name
 * @param says the finding in one line
 * @param mend the remedy; empty when none is needed
 */
public record Finding(String check, Severity severity, String says, Optional<String> mend) {

  /** How bad it is. */
  public enum Severity {
    /** As it should be. */
    OK,
    /** Works, but may cause serious trouble later. */
    WARNING,
    /** Prevents a tuner from working. */
    PROBLEM
  }

  static Finding ok(String check, String says) {
    return new Finding(check, Severity.OK, says, Optional.empty());
  }

  static Finding warning(String check, String says, String mend) {
    return new Finding(check, Severity.WARNING, says, Optional.of(mend));
  }

  static Finding problem(String check, String says, String mend) {
    return new Finding(check, Severity.PROBLEM, says, Optional.of(mend));
  }
}
