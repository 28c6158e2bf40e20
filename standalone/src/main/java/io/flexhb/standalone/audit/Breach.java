package io.flexhb.standalone.audit;

/**
 * A violated guarantee.
 *
 * @param study its name
 * @param incarnation of the study
 * @param at the record that shows it, topic-partition@offset
 * @param text what is wrong, for people
 */
public record Breach(Guarantee promise, String study, String incarnation, String at, String text) {

  @Override
  public String toString() {
    return "study " + study + " (" + incarnation + "), " + at + ": " + text;
  }
}
