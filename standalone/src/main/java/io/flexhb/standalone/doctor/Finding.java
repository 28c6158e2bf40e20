package io.flexhb.standalone.doctor;

import java.util.Optional;

/**
 * The finding of one check.
 *
 * @param check its name
 * @param message what was found, in one line
 * @param remedy the remedy; empty when none is needed
 */
public record Finding(String check, Severity severity, String message, Optional<String> remedy) {

  /** How bad it is. */
  public enum Severity {
    /** As it should be. */
    OK,
    /** Works, but may cause serious problems later. */
    WARNING,
    /** Prevents a tuner from working. */
    PROBLEM
  }

  static Finding ok(String check, String message) {
    return new Finding(check, Severity.OK, message, Optional.empty());
  }

  static Finding warning(String check, String message, String remedy) {
    return new Finding(check, Severity.WARNING, message, Optional.of(remedy));
  }

  static Finding problem(String check, String message, String remedy) {
    return new Finding(check, Severity.PROBLEM, message, Optional.of(remedy));
  }
}
