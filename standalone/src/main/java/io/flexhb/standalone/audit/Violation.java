package io.flexhb.standalone.audit;

/**
 * A violated guarantee.
 *
 * @param study its name
 * @param incarnation of the study
 * @param at the record that shows it, topic-partition@offset
 * @param message what is wrong, for people
 */
public record Violation(
    Guarantee guarantee, String study, String incarnation, String at, String message) {

  @Override
  public String toString() {
    return "study " + study + " (" + incarnation + "), " + at + ": " + message;
  }
}
